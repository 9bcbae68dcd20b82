import { comparePages } from './pages/compare.js';
import { historyPages } from './pages/history.js';
import { describePages } from './support/onHistory.js';

describePages(comparePages, historyPages);
