import '../kit/page.css';
import './compare.css';
import { startPage } from '../kit/start.js';
import { ComparePage } from './comparePage.js';

startPage(ComparePage);
