// Sends a contract from a template and waits for the signed webhook of it. Node 20 or newer, no packages. It needs
// SIGNET_URL, SIGNET_KEY (read, send), WEBHOOK_SECRET and PORT of a webhook to here, TEMPLATE (name), FIELDS, SIGNERS (JSON).
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { SIGNET_URL, SIGNET_KEY, WEBHOOK_SECRET, PORT, TEMPLATE, FIELDS, SIGNERS } = process.env;
const secret = Buffer.from(WEBHOOK_SECRET.replace('whsec_', ''), 'base64');
const api = async (path, input) => {
  const headers = { Authorization: `Bearer ${SIGNET_KEY}`, 'Content-Type': 'application/json' };
  if (input) headers['X-Request-Id'] = crypto.randomUUID();
  const post = input && { method: 'POST', body: JSON.stringify(input) };
  const answer = await fetch(`${SIGNET_URL}/ecapi${path}`, { headers, ...post });
  const { code, message, data, fields } = await answer.json();
  if (code !== 200) throw new Error(`${code} ${message} ${JSON.stringify(fields ?? [])}`);
  return data;
};
createServer(async (request, response) => {
  const body = (await request.toArray()).join('');
  const [id, at, given = ''] = ['id', 'timestamp', 'signature'].map((n) => request.headers[`webhook-${n}`]);
  const mac = createHmac('sha256', secret).update(`${id}.${at}.${body}`).digest();
  const isMac = (one) => one.length === mac.length && timingSafeEqual(one, mac);
  const isSigned = given.split(' ').some((one) => isMac(Buffer.from(one.slice(3), 'base64')));
  const isOurs = isSigned && Math.abs(Date.now() / 1000 - at) < 300;
  response.writeHead(isOurs ? 204 : 401).end();
  if (isOurs) console.log(JSON.parse(body).type, JSON.parse(body).data.planId);
}).listen(Number(PORT), '127.0.0.1', async () => {
  const { records } = await api(`/template/usablePage?templateName=${encodeURIComponent(TEMPLATE)}`);
  const input = { templateId: records[0].id, fields: JSON.parse(FIELDS), signers: JSON.parse(SIGNERS) };
  console.log('sent', (await api('/docmanager/assemble/plan/sendFromTemplate', input)).planId);
});
