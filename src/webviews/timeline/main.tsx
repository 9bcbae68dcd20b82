import '../kit/page.css';
import './timeline.css';
import { startPage } from '../kit/start.js';
import { TimelinePage } from './timelinePage.js';

startPage(TimelinePage);
