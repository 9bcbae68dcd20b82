import 'uplot/dist/uPlot.min.css';
import '../kit/page.css';
import '../kit/chart.css';
import './whatIf.css';
import { startPage } from '../kit/start.js';
import { WhatIfPage } from './whatIfPage.js';

startPage(WhatIfPage);
