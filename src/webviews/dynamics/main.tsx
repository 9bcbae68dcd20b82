import '../kit/page.css';
import './dynamics.css';
import { startPage } from '../kit/start.js';
import { DynamicsPage } from './dynamicsPage.js';

startPage(DynamicsPage);
