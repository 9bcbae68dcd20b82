import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { serve } from './server.js';

/** Answers the client that started this process. */
export const connect = (): void => serve(createConnection(ProposedFeatures.all));
