import '../kit/page.css';
import './workflow.css';
import { startPage } from '../kit/start.js';
import { WorkflowPage } from './workflowPage.js';

startPage(WorkflowPage);
