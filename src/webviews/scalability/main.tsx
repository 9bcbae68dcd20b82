import 'uplot/dist/uPlot.min.css';
import '../kit/page.css';
import '../kit/chart.css';
import './scalability.css';
import { startPage } from '../kit/start.js';
import { ScalabilityPage } from './scalabilityPage.js';

startPage(ScalabilityPage);
