import { expect, it } from 'vitest';
import { exchange, forgetAhead, readAhead, withExchanges } from '#edge/kernel/storage/exchanges.ts';

type Asked = { type: string; stmt?: { sql?: string; sql_id?: number }; sql?: string; sql_id?: number };

/** A database that answers each request of a pipeline with its own text, and notes the pipelines. */
function database() {
  const sent: Asked[][] = [];
  const send = async (_request: Request, body: string) => {
    const { requests } = JSON.parse(body) as { requests: Asked[] };
    sent.push(requests);
    const texts = new Map<number, string>();
    const results = requests.map((one) => {
      if (one.type === 'store_sql') texts.set(one.sql_id!, one.sql!);
      const said = one.stmt ? (one.stmt.sql ?? texts.get(one.stmt.sql_id!)) : one.type;
      return said === 'broken' ? { type: 'error', error: { message: said } } : { type: 'ok', said };
    });
    return Response.json({ baton: null, base_url: null, results });
  };
  const ask = async (...requests: Asked[]): Promise<unknown[]> => {
    const body = JSON.stringify({ baton: null, requests: [...requests, { type: 'close' }] });
    const answer = await exchange(new Request('http://db/v2/pipeline', { method: 'POST', body }), send);
    const { results } = (await answer.json()) as { results: { said?: string; type: string }[] };
    expect(results).toHaveLength(requests.length + 1);
    return results.slice(0, -1).map((one) => one.said ?? one.type);
  };
  return { sent, ask, sql: (sql: string) => ask({ type: 'execute', stmt: { sql } }) };
}

it('sends what a request asks at the same time as one pipeline, and gives each its own results', async () => {
  const { sent, ask, sql } = database();
  const stored = (text: string) =>
    ask({ type: 'store_sql', sql_id: 1, sql: text }, { type: 'execute', stmt: { sql_id: 1 } });
  const answers = await withExchanges(() =>
    Promise.all([sql('a'), stored('b'), stored('c'), sql('broken'), sql('d')]),
  );
  expect(answers).toEqual([['a'], ['store_sql', 'b'], ['store_sql', 'c'], ['error'], ['d']]);
  expect(sent).toHaveLength(1);
  expect(sent[0]!.filter(({ type }) => type === 'close')).toHaveLength(1);
  expect(sent[0]!.at(-1)).toEqual({ type: 'close' });
});

it('never joins what two requests ask, nor what is asked outside of one', async () => {
  const { sent, sql } = database();
  await Promise.all([withExchanges(() => sql('a')), withExchanges(() => sql('b')), sql('c'), sql('d')]);
  expect(sent).toHaveLength(4);
});

it('answers from what was asked ahead until something is written, and asks again what failed', async () => {
  const { sent, sql } = database();
  await withExchanges(async () => {
    await readAhead(() => [sql('a'), sql('b'), Promise.reject(new Error('for its own reason'))]);
    expect(sent).toHaveLength(1);
    expect([await sql('a'), await sql('b'), await sql('a')]).toEqual([['a'], ['b'], ['a']]);
    expect(sent).toHaveLength(1);
    await sql('c');
    expect(sent).toHaveLength(2);
    forgetAhead();
    await sql('a');
    expect(sent).toHaveLength(3);
  });
  await withExchanges(() => sql('a'));
  expect(sent).toHaveLength(4);
});

it('fails everything that was sent together when the database is lost', async () => {
  const lost = async () => {
    throw new Error('lost');
  };
  const ask = () =>
    exchange(new Request('http://db/', { method: 'POST', body: '{"requests":[{"type":"close"}]}' }), lost);
  const outcomes = await withExchanges(() => Promise.allSettled([ask(), ask()]));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
