import '../kit/page.css';
import '../kit/treeGrid.css';
import './compare.css';
import { startPage } from '../kit/start.js';
import { ComparePage } from './comparePage.js';

startPage(ComparePage);
