import { explorerPages } from './pages/explorer.js';
import { workflowPages } from './pages/workflows.js';
import { describePages } from './support/onHistory.js';

describePages(explorerPages, workflowPages);
