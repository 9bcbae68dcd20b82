import { explorerPages } from './pages/explorer.js';
import { whatIfPages } from './pages/whatIf.js';
import { workflowPages } from './pages/workflows.js';
import { describePages } from './support/onHistory.js';

describePages(explorerPages, workflowPages, whatIfPages);
