import { sha256Hex } from '#core/sha256.ts';
import type { PlacementKind, PlacementRule } from '#core/task/plan.ts';

/** The approved facts of a task: approvers see them, and the sent task must have the same. */
export interface ContractFacts {
  taskName: string;
  businessType: string;
  /** fen; as typed by the sender. */
  amount?: number | undefined;
  ordered: boolean;
  /** Epoch ms. */
  startAt: number;
  deadline: number;
  files: readonly {
    name: string;
    /** SHA-256 of the file that the sender chose. */
    source: string;
    /** SHA-256 of the file that goes to the signers, with its fields. */
    sha256: string;
  }[];
  parties: readonly {
    type: 'ENTERPRISE' | 'PERSON';
    /** Name of the enterprise or individual. */
    name: string;
    /** The person who signs for an enterprise; empty for an individual. */
    operator: string;
    /** Keyed digest of the mobile number. */
    contact: string;
    signOrder: number;
    /** The seal with which the sender's own enterprise signs automatically; absent: a person signs. */
    automatic?: string;
  }[];
  copies: readonly { name: string; contact: string }[];
  /** mm from the top left of the displayed page; `file` and `party` are indices in `files` and `parties`. */
  places: readonly {
    file: number;
    party: number;
    kind: PlacementKind;
    page: number;
    toPage: number;
    rule: PlacementRule;
    x: number;
    y: number;
    width: number;
    height: number;
  }[];
}

/**
 * SHA-256 of the approved facts. An enterprise is bound by its name only: the person who signs for it may change while
 * the approval runs (somebody leaves); the audit trail records who signed. A person is bound by name and mobile number.
 */
export async function digestOfContract(facts: ContractFacts): Promise<string> {
  const bound = [
    facts.taskName,
    facts.businessType,
    facts.ordered,
    facts.startAt,
    facts.deadline,
    facts.files.map(({ name, sha256 }) => [name, sha256]),
    facts.parties.map((one) => [
      one.type,
      one.name,
      one.type === 'PERSON' ? one.contact : '',
      one.signOrder,
      ...(one.automatic ? [one.automatic] : []),
    ]),
    facts.copies.map(({ name, contact }) => [name, contact]).toSorted(byText),
    placesOf(facts),
    // Left out where there is none, as in approvals that began before amounts were known.
    ...(facts.amount === undefined ? [] : [facts.amount]),
  ];
  return await sha256Hex(JSON.stringify(bound));
}

const byText = (a: unknown, b: unknown): number => {
  const [one, other] = [JSON.stringify(a), JSON.stringify(b)];
  return one < other ? -1 : one > other ? 1 : 0;
};

const placesOf = ({ places }: ContractFacts) =>
  places
    .map((p) => [p.file, p.party, p.kind, p.page, p.toPage, p.rule, p.x, p.y, p.width, p.height])
    .toSorted(byText);

export const CONTRACT_CHANGES = [
  'NAME',
  'BUSINESS_TYPE',
  'AMOUNT',
  'TIME',
  'ORDER',
  'FILE_ADDED',
  'FILE_REMOVED',
  'FILE_CHANGED',
  'PARTY_ADDED',
  'PARTY_REMOVED',
  'PARTY_CHANGED',
  'COPIES',
  'PLACES',
] as const;

/** One difference; `subject` is the name of the file or party, or the previous value (an amount in fen). */
export interface ContractChange {
  change: (typeof CONTRACT_CHANGES)[number];
  subject: string;
}

/** The differences from the previous request, in reading order of a contract. */
export function changesBetween(before: ContractFacts, now: ContractFacts): ContractChange[] {
  const changes: ContractChange[] = [];
  const add = (change: ContractChange['change'], subject = '') => changes.push({ change, subject });
  if (before.taskName !== now.taskName) add('NAME', before.taskName);
  if (before.businessType !== now.businessType) add('BUSINESS_TYPE', before.businessType);
  if (before.amount !== now.amount) add('AMOUNT', before.amount === undefined ? '' : String(before.amount));
  compare(
    before.files,
    now.files,
    ({ name }) => name,
    ({ source }) => source,
    {
      added: (name) => add('FILE_ADDED', name),
      removed: (name) => add('FILE_REMOVED', name),
      changed: (name) => add('FILE_CHANGED', name),
    },
  );
  compare(
    before.parties,
    now.parties,
    ({ type, name }) => `${type === 'PERSON' ? '' : ' '}${name}`,
    ({ operator, contact }) => `${operator} ${contact}`,
    {
      added: (name) => add('PARTY_ADDED', name.trim()),
      removed: (name) => add('PARTY_REMOVED', name.trim()),
      changed: (name) => add('PARTY_CHANGED', name.trim()),
    },
  );
  const orderOf = ({ ordered, parties }: ContractFacts) =>
    JSON.stringify([ordered, ordered ? parties.map(({ name, signOrder }) => [name, signOrder]) : []]);
  if (orderOf(before) !== orderOf(now)) add('ORDER');
  if (JSON.stringify(placesOf(before)) !== JSON.stringify(placesOf(now))) add('PLACES');
  const ccPartiesOf = ({ copies }: ContractFacts) => JSON.stringify(copies.toSorted(byText));
  if (ccPartiesOf(before) !== ccPartiesOf(now)) add('COPIES');
  if (before.deadline !== now.deadline) add('TIME');
  return changes;
}

function compare<T>(
  before: readonly T[],
  now: readonly T[],
  nameOf: (one: T) => string,
  contentOf: (one: T) => string,
  tell: Record<'added' | 'removed' | 'changed', (name: string) => void>,
): void {
  const was = Map.groupBy(before, nameOf);
  const is = Map.groupBy(now, nameOf);
  const contents = (some: readonly T[]) => some.map(contentOf).toSorted().join('\n');
  for (const [name, some] of is) {
    const had = was.get(name);
    if (!had) tell.added(name);
    else if (contents(had) !== contents(some)) tell.changed(name);
  }
  for (const name of was.keys()) if (!is.has(name)) tell.removed(name);
}
