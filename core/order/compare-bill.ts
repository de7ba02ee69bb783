/** A payment or refund in a provider's bill or in our records. */
export interface Booking {
  kind: 'payment' | 'refund';
  /** The provider's number for a payment, our number for a refund. */
  number: string;
  amountFen: number;
}

export interface Difference {
  kind: Booking['kind'];
  problem: 'ONLY_THERE' | 'ONLY_HERE' | 'AMOUNT';
  number: string;
  hereFen: number | null;
  thereFen: number | null;
}

const keyOf = ({ kind, number }: Booking) => `${kind} ${number}`;

/** Compares a bill with our records: entries missing here, entries missing in the bill, and differing amounts. */
export function compareBill(
  there: readonly Booking[],
  here: readonly Booking[],
): { matched: number; differences: Difference[] } {
  const known = new Map(here.map((row) => [keyOf(row), row]));
  const seen = new Set(there.map(keyOf));
  const differences: Difference[] = [];
  let matched = 0;
  for (const line of there) {
    const own = known.get(keyOf(line));
    if (own?.amountFen === line.amountFen) matched++;
    else
      differences.push({
        kind: line.kind,
        problem: own ? 'AMOUNT' : 'ONLY_THERE',
        number: line.number,
        hereFen: own?.amountFen ?? null,
        thereFen: line.amountFen,
      });
  }
  for (const row of here)
    if (!seen.has(keyOf(row)))
      differences.push({
        kind: row.kind,
        problem: 'ONLY_HERE',
        number: row.number,
        hereFen: row.amountFen,
        thereFen: null,
      });
  return { matched, differences };
}
