// Sends a contract twice under one request id, as after a lost answer: one task comes of it. Node 20 or newer, no packages.
// SIGNET_URL, SIGNET_KEY (scopes read and send), TEMPLATE: its name. FIELDS and SIGNERS: JSON.
const { SIGNET_URL, SIGNET_KEY, TEMPLATE, FIELDS, SIGNERS } = process.env;
const headers = { Authorization: `Bearer ${SIGNET_KEY}`, 'Content-Type': 'application/json' };

const found = await fetch(
  `${SIGNET_URL}/ecapi/template/usablePage?templateName=${encodeURIComponent(TEMPLATE)}`,
  {
    headers,
  },
);
const templateId = (await found.json()).data.records[0].id;
const fields = JSON.parse(FIELDS);
const requestId = crypto.randomUUID();
const send = async (changed) => {
  const answer = await fetch(`${SIGNET_URL}/ecapi/docmanager/assemble/plan/sendFromTemplate`, {
    method: 'POST',
    headers: { ...headers, 'X-Request-Id': requestId },
    body: JSON.stringify({ templateId, fields: { ...fields, ...changed }, signers: JSON.parse(SIGNERS) }),
  });
  return answer.json();
};

const first = await send();
if (first.code !== 200)
  throw new Error(`${first.code} ${first.message} ${JSON.stringify(first.fields ?? [])}`);
const again = await send();
console.log(again.data.planId === first.data.planId ? 'the same task' : 'ANOTHER TASK', first.data.planId);
// The same id with another content is a mistake of the program, and is refused: 400003.
const name = Object.keys(fields)[0];
const { code, message } = await send({ [name]: `${fields[name]}9` });
console.log(code, message);
