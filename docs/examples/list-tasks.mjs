// Lists all tasks that the enterprise sent, page by page, below the last one. Node 20 or newer, no packages.
// SIGNET_URL, SIGNET_KEY (scope read). SIZE: rows of a page.
const { SIGNET_URL, SIGNET_KEY, SIZE = '100' } = process.env;

async function page(after) {
  const query = new URLSearchParams({ box: 'startWithMe', size: SIZE, ...(after ? { after } : {}) });
  const headers = { Authorization: `Bearer ${SIGNET_KEY}`, 'Signet-Version': '2026-11-23' };
  for (;;) {
    const answer = await fetch(`${SIGNET_URL}/ecapi/docmanager/assemble/plan/page?${query}`, { headers });
    const { code, message, data } = await answer.json();
    if (code === 200) return { records: data.records, left: answer.headers.get('ratelimit-remaining') };
    // Over the limit of calls a minute: the answer says how long to wait.
    const seconds = Number(answer.headers.get('retry-after'));
    if (!seconds) throw new Error(`${code} ${message}`);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

let after;
let count = 0;
for (;;) {
  const { records, left } = await page(after);
  for (const { planId, taskName, label } of records) console.log(planId, label, taskName);
  count += records.length;
  if (records.length < Number(SIZE)) {
    console.log(`${count} tasks, ${left} calls left in this minute`);
    break;
  }
  after = records.at(-1).planId;
}
