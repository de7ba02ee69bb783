// Pages of your own system with pages of Signet in a frame: signing, sending, editing a template. Node 20 or newer, no
// packages. SIGNET_URL; SIGNET_KEY: an API key whose allowed sites contain the origin of this server, with scope send, and
// manage for templates; PORT.
// PLAN and SIGNER: ids of a task that the enterprise sent and of a signer whose turn it is. TEMPLATE and MEMBER: id of a
// template, and the mobile number of the member who sends a contract from it, or edits it. A real system takes them from
// its own records, for the person who is logged in to it.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { SIGNET_URL, SIGNET_KEY, PORT, PLAN, SIGNER, TEMPLATE, MEMBER } = process.env;

/** What each kind of link is for. */
const links = {
  sign: ['link', { planId: PLAN, signerId: SIGNER }],
  send: [
    'sendLink',
    { templateId: TEMPLATE, mobile: MEMBER, taskName: 'Order 4711', fields: { 合同编号: 'PO-4711' } },
  ],
  template: ['templateLink', { templateId: TEMPLATE, mobile: MEMBER }],
};

/** A one-time link. The key stays on the server; only the link goes to the browser. */
async function makeLink(kind, origin) {
  const [path, subject] = links[kind];
  const answer = await fetch(`${SIGNET_URL}/ecapi/docmanager/embed/${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${SIGNET_KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...subject, origin, theme: { accent: '#1d5fa8', radius: 10 } }),
  });
  const { code, message, data } = await answer.json();
  if (code !== 200) throw new Error(`${code} ${message}`);
  return data;
}

const page = (file) => [file, 'text/html; charset=utf-8'];
const pages = {
  '/': page('plain.html'),
  '/send': page('plain.html'),
  '/template': page('plain.html'),
  '/react': page('react.html'),
  '/react/send': page('react.html'),
  '/react/template': page('react.html'),
  '/react.js': ['react.js', 'text/javascript; charset=utf-8'],
};

const server = createServer(async (request, response) => {
  const { port } = server.address();
  try {
    // Made by POST: a link that is only looked at by a prefetching browser would be made in vain.
    const kind = /^\/link\/(sign|send|template)$/.exec(request.url)?.[1];
    if (request.method === 'POST' && kind) {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
      return response.end(JSON.stringify(await makeLink(kind, `http://localhost:${port}`)));
    }
    const [file, type] = pages[request.url] ?? [];
    if (!file) return response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': type });
    response.end(readFileSync(new URL(file, import.meta.url)));
  } catch (error) {
    response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' }).end(String(error));
  }
}).listen(Number(PORT ?? 0), '127.0.0.1', () => console.log(`http://localhost:${server.address().port}`));
