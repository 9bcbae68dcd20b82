import '../kit/page.css';
import '../kit/treeGrid.css';
import './explorer.css';
import { startPage } from '../kit/start.js';
import { ExplorerPage } from './explorerPage.js';

startPage(ExplorerPage);
