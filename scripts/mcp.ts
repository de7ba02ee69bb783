/** npm run mcp: a Model Context Protocol server on standard input and output, for assistants (docs/assistants.md). */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Signet } from '../client/src/index.ts';
import { serveTools } from './mcp/tools.ts';
import { readOptions, refuse } from './read-options.ts';

const USAGE = `npm run --silent mcp
  Lets an assistant find contracts and prepare drafts through the Model Context Protocol, on standard input and output.
  It never sends, signs or changes anything: a person does, by the link that it answers.
    SIGNET_URL   address of the product, such as https://sign.example.com; http://127.0.0.1:8787 without one
    SIGNET_LANGUAGE   of what refusals say: zh-CN, zh-TW, en-US
    SIGNET_KEY   API key of the enterprise: scope read, and send to prepare drafts from templates`;

readOptions(USAGE, {});
const { SIGNET_URL, SIGNET_KEY, SIGNET_LANGUAGE } = process.env;
if (!SIGNET_KEY) refuse('SIGNET_KEY is not set.', USAGE);
const url = (SIGNET_URL || 'http://127.0.0.1:8787').replace(/\/$/, '');
const signet = new Signet({
  url,
  key: SIGNET_KEY,
  language: SIGNET_LANGUAGE === 'zh-TW' || SIGNET_LANGUAGE === 'en-US' ? SIGNET_LANGUAGE : 'zh-CN',
});
serveStdio(() => serveTools(signet, url), { onerror: (error) => console.error(error.message) });
