/**
 * Whether the libSQL server at `url` accepts a write with `authToken`, over its HTTP pipeline. A server that is only
 * busy (429) counts as answering; one that hangs makes `signal` throw.
 */
export async function probeLibsql(url: string, authToken: string, signal: AbortSignal): Promise<boolean> {
  const sql = [
    'CREATE TABLE IF NOT EXISTS _probe (id INTEGER PRIMARY KEY, at INTEGER NOT NULL)',
    `INSERT INTO _probe (id, at) VALUES (1, ${Date.now()}) ON CONFLICT (id) DO UPDATE SET at = excluded.at`,
  ];
  const requests = [...sql.map((text) => ({ type: 'execute', stmt: { sql: text } })), { type: 'close' }];
  const answer = await fetch(`${url}/v2/pipeline`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${authToken}` },
    body: JSON.stringify({ requests }),
    signal,
  });
  const text = await answer.text();
  return answer.status === 429 || (answer.ok && !text.includes('"type":"error"'));
}
