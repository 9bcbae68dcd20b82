import 'uplot/dist/uPlot.min.css';
import '../kit/page.css';
import '../kit/chart.css';
import './history.css';
import { startPage } from '../kit/start.js';
import { HistoryPage } from './historyPage.js';

startPage(HistoryPage);
