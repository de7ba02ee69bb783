// Sends a contract from a template and waits for the signed webhook of it. Node 20 or newer, no packages.
// SIGNET_URL, SIGNET_KEY (scopes read and send), WEBHOOK_SECRET, PORT: of the webhook whose address leads to this port.
// TEMPLATE: its name. FIELDS and SIGNERS: JSON, as below.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { SIGNET_URL, SIGNET_KEY, WEBHOOK_SECRET, PORT, TEMPLATE, FIELDS, SIGNERS } = process.env;
const headers = { Authorization: `Bearer ${SIGNET_KEY}`, 'Content-Type': 'application/json' };
async function api(path, body) {
  const post = {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { ...headers, 'X-Request-Id': crypto.randomUUID() },
  };
  const { code, message, data, fields } = await (
    await fetch(`${SIGNET_URL}/ecapi${path}`, body ? post : { headers })
  ).json();
  if (code !== 200) throw new Error(`${code} ${message} ${JSON.stringify(fields ?? [])}`);
  return data;
}
const isSigned = (id, at, body, signatures) => {
  const key = Buffer.from(WEBHOOK_SECRET.replace('whsec_', ''), 'base64');
  const mac = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest();
  const isEqual = (one) => one.length === mac.length && timingSafeEqual(one, mac);
  return (
    Math.abs(Date.now() / 1000 - at) < 300 &&
    signatures.split(' ').some((one) => isEqual(Buffer.from(one.slice(3), 'base64')))
  );
};
createServer(async (request, response) => {
  const body = (await request.toArray()).join('');
  const [id, at, signatures] = ['id', 'timestamp', 'signature'].map(
    (name) => request.headers[`webhook-${name}`],
  );
  if (!signatures || !isSigned(id, at, body, signatures)) return response.writeHead(401).end();
  response.writeHead(204).end();
  console.log(JSON.parse(body).type, JSON.parse(body).data.planId);
}).listen(Number(PORT), '127.0.0.1', async () => {
  const { records } = await api(`/template/usablePage?templateName=${encodeURIComponent(TEMPLATE)}`);
  const input = { templateId: records[0].id, fields: JSON.parse(FIELDS), signers: JSON.parse(SIGNERS) };
  console.log('sent', (await api('/docmanager/assemble/plan/sendFromTemplate', input)).planId);
});
