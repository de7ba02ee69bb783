import type { Box } from '#core/drawing.ts';
import { foldText } from '#core/fold-text.ts';
import type { TextReader } from '../covered-text.ts';
import { boxesOf, PLACE_SIZE } from '../place-rules.ts';
import type { PartyType, PlanPlacement, SigningKind } from '../plan.ts';
import { blankSpot, type Ground, spotAt } from './find-spot.ts';
import { type Heading, isLabel, type Label, labelOf, partsOfRun } from './labels.ts';
import { type Run, runsOf } from './runs.ts';

/** A party that is to sign a file. */
export interface AutoParty {
  readonly signerId: string;
  readonly type: PartyType;
  /** Names that the file may use for them: the enterprise, the person, the role of a template. */
  readonly names: readonly string[];
}

export interface AutoPlace extends Pick<PlanPlacement, 'kind' | 'page' | 'x' | 'y' | 'width' | 'height'> {
  readonly signerId: string;
  /** The words that it was put beside; undefined if the file has none and blank space was used. */
  readonly beside?: string;
}

type PlaceOnPages = Pick<PlanPlacement, 'kind' | 'page' | 'toPage' | 'rule' | 'x' | 'y' | 'width' | 'height'>;

interface File {
  readonly pages: readonly { widthMm: number; heightMm: number }[];
  readonly textOn: TextReader;
}

/** Maximum number of pages to search, from the last one backwards: annexes may follow the signature block. */
const MOST_PAGES = 40;
/** Maximum distance of a label below the heading that it belongs to, mm. */
const BLOCK_MM = 75;

/**
 * Proposes where each party signs a file: at the words that ask for it, as a human reader would place them, with the
 * seal in the blank space beside or below and without covering a line. A party without such words gets blank space
 * after the text. With `dates`, the date goes beside the words that ask for it, else below the seal. `standing` are
 * existing places.
 *
 * A signature label is recognised by its words (盖章, 签字, 签章, Signature, By: …) in a short line of their own. Its party
 * is the one that the label or the heading above it names (甲方, Party A, the enterprise's name), else it follows from
 * the order.
 */
export function proposePlaces(
  { pages, textOn }: File,
  parties: readonly AutoParty[],
  standing: readonly PlaceOnPages[],
  { dates = false }: { dates?: boolean } = {},
): AutoPlace[] {
  const found = readLabels(pages, textOn);
  const whose = partiesByLetter(found.runs, parties);
  const taken = new Map<number, Box[]>();
  const take = (page: number, box: Box) => taken.set(page, [...(taken.get(page) ?? []), box]);
  for (const place of standing) for (const { page, box } of boxesOf(place, pages)) take(page, box);
  const groundOf = (page: number): Ground => ({
    page: pages[page - 1]!,
    runs: found.runs.get(page) ?? [],
    taken: taken.get(page) ?? [],
  });
  const chosen = chooseLabels(found.marks, parties, whose);
  const places: AutoPlace[] = [];
  const put = (signerId: string, kind: SigningKind, page: number, at: Box, beside?: string) => {
    take(page, at);
    places.push({ signerId, kind, page, ...rounded(at), ...(beside === undefined ? {} : { beside }) });
  };
  // parties with matching words come first, so that blank space for others does not take theirs
  for (const { party, label } of chosen) {
    if (!label) continue;
    const kind = kindFor(party);
    const at = spotAt(label, PLACE_SIZE[kind], groundOf(label.page));
    if (at) put(party.signerId, kind, label.page, at, label.text);
  }
  for (const party of parties) {
    if (places.some(({ signerId }) => signerId === party.signerId)) continue;
    const kind = kindFor(party);
    const room = lastRoom(pages.length, PLACE_SIZE[kind], groundOf);
    if (room) put(party.signerId, kind, room.page, room.at);
  }
  if (dates) putDates(places, found.marks, groundOf, put);
  return parties.flatMap((party) => places.filter(({ signerId }) => signerId === party.signerId));
}

const kindFor = ({ type }: AutoParty): SigningKind => (type === 'ENTERPRISE' ? 'ENT_SEAL' : 'HANDWRITTEN');

const rounded = (box: Box): Box => ({
  x: Math.round(box.x * 10) / 10,
  y: Math.round(box.y * 10) / 10,
  width: box.width,
  height: box.height,
});

/** Blank space on the last page or one before it; if all are full, the foot of the last page. */
function lastRoom(
  count: number,
  size: { width: number; height: number },
  groundOf: (page: number) => Ground,
) {
  for (let page = count; page >= Math.max(1, count - 2); page--) {
    const at = blankSpot(size, groundOf(page));
    if (at) return { page, at };
  }
  const { page } = groundOf(count);
  return { page: count, at: { x: 25, y: Math.max(5, page.heightMm - 30 - size.height), ...size } };
}

interface Marks {
  readonly labels: readonly Label[];
  readonly headings: readonly Heading[];
}

function readLabels(pages: File['pages'], textOn: TextReader): { marks: Marks; runs: Map<number, Run[]> } {
  const runs = new Map<number, Run[]>();
  const labels: Label[] = [];
  const headings: Heading[] = [];
  const first = Math.max(1, pages.length - MOST_PAGES + 1);
  const read = new Set([1, ...Array.from({ length: pages.length - first + 1 }, (_, i) => first + i)]);
  for (const page of read) {
    const own = runsOf(textOn(page));
    runs.set(page, own);
    for (const run of own.flatMap(partsOfRun)) {
      const mark = labelOf(run, page);
      if (mark && isLabel(mark)) labels.push(mark);
      else if (mark) headings.push(mark);
    }
  }
  return { marks: { labels, headings }, runs };
}

const plain = (text: string): string => foldText(text).replaceAll(/\p{P}/gu, '');

const names = (text: string, { names }: AutoParty): boolean => {
  const said = plain(text);
  return names.some((name) => plain(name).length > 1 && said.includes(plain(name)));
};

/**
 * Parties that 甲方, 乙方 … refer to: as the file itself says, the remaining ones in the order in which they are listed.
 */
function partiesByLetter(
  runs: ReadonlyMap<number, readonly Run[]>,
  parties: readonly AutoParty[],
): (letter: number) => AutoParty | undefined {
  const said = new Map<number, AutoParty>();
  for (const run of [...runs.values()].flat().flatMap(partsOfRun)) {
    const letter = /^\s*(?:([甲乙丙丁戊己庚辛])\s*方|party\s+([a-h])\b)/i.exec(run.text);
    if (!letter) continue;
    const index = letter[1]
      ? '甲乙丙丁戊己庚辛'.indexOf(letter[1])
      : letter[2]!.toLowerCase().charCodeAt(0) - 97;
    const party = parties.find((one) => names(run.text.slice(letter[0].length), one));
    if (party && !said.has(index)) said.set(index, party);
  }
  const rest = parties.filter((one) => ![...said.values()].includes(one));
  return (letter) => {
    const known = said.get(letter);
    if (known) return known;
    // letters that the file does not assign go, in order, to the parties that it names by no letter
    const before = Array.from({ length: letter }, (_, i) => i).filter((i) => !said.has(i)).length;
    return rest[before];
  };
}

/**
 * Label of each party: the last matching one in the file, a seal label for an enterprise, a signature label for a
 * person.
 */
function chooseLabels(
  { labels, headings }: Marks,
  parties: readonly AutoParty[],
  byLetter: (letter: number) => AutoParty | undefined,
): { party: AutoParty; label: Label | undefined }[] {
  const asking = labels.filter(({ wants }) => wants !== 'DATE');
  const ownerOf = (label: Label): AutoParty | undefined => {
    const own = parties.find((one) => names(label.text, one));
    if (own) return own;
    if (label.party !== undefined) return byLetter(label.party);
    const above = headingOf(label, headings);
    if (!above) return undefined;
    return parties.find((one) => names(above.text, one)) ?? byLetter(above.party!);
  };
  const owned = asking.map((label) => ({ label, owner: ownerOf(label) }));
  const nobodys = owned.filter(({ owner }) => !owner).map(({ label }) => label);
  const free = blocksOf(nobodys);
  return parties.map((party) => {
    const own = owned.filter(({ owner }) => owner === party).map(({ label }) => label);
    return { party, label: best(own, party) ?? best(free.shift() ?? [], party) };
  });
}

/** A seal label for an enterprise, a signature label for a person; among equals the last in the file. */
function best(labels: readonly Label[], { type }: AutoParty): Label | undefined {
  const rank = ({ wants }: Label) =>
    wants === 'EITHER' ? 1 : (wants === 'SEAL') === (type === 'ENTERPRISE') ? 2 : 0;
  const most = Math.max(...labels.map(rank));
  return labels.findLast((label) => rank(label) === most);
}

/** The nearest heading above a label, in its column. */
function headingOf(label: Label, headings: readonly Heading[]): Heading | undefined {
  const above = headings.filter(
    ({ page, box }) =>
      page === label.page &&
      box.y < label.box.y &&
      label.box.y - box.y < BLOCK_MM &&
      box.x < label.box.x + label.box.width &&
      label.box.x < box.x + Math.max(box.width, 50) &&
      Math.abs(box.x - label.box.x) < 50,
  );
  return above.toSorted((a, b) => b.box.y - a.box.y)[0];
}

/**
 * Groups labels without a party into blocks: labels directly below each other in one column belong to one party (盖章,
 * then 签字). From top to bottom, left before right.
 */
function blocksOf(labels: readonly Label[]): Label[][] {
  const blocks: Label[][] = [];
  for (const label of labels) {
    const block = blocks.find((one) => {
      const last = one.at(-1)!;
      return (
        last.page === label.page &&
        Math.abs(last.box.x - label.box.x) < 12 &&
        label.box.y - last.box.y < last.size * 6 &&
        !one.some(({ wants }) => wants === label.wants)
      );
    });
    if (block) block.push(label);
    else blocks.push([label]);
  }
  return blocks;
}

/** The date for each place: at the words that ask for it in the same column, else below the seal. */
function putDates(
  places: readonly AutoPlace[],
  { labels }: Marks,
  groundOf: (page: number) => Ground,
  put: (signerId: string, kind: SigningKind, page: number, at: Box, beside?: string) => void,
): void {
  const days = new Set(labels.filter(({ wants }) => wants === 'DATE'));
  for (const place of [...places]) {
    const near = [...days]
      .filter(
        ({ page, box }) =>
          page === place.page &&
          box.x < place.x + place.width + 40 &&
          place.x < box.x + box.width + 60 &&
          box.y > place.y - 10 &&
          box.y < place.y + place.height + 40,
      )
      .sort((a, b) => gap(a.box, place) - gap(b.box, place))[0];
    if (near) days.delete(near);
    const at = near
      ? spotAt(near, PLACE_SIZE.SIGN_DATE, groundOf(place.page))
      : nextTo(place, groundOf(place.page));
    if (at) put(place.signerId, 'SIGN_DATE', place.page, at, near?.text);
  }
}

const gap = (a: Box, b: Box): number =>
  Math.abs(a.x + a.width / 2 - b.x - b.width / 2) + Math.abs(a.y - b.y - b.height / 2);

/** Below a place, horizontally centred. */
function nextTo(place: AutoPlace, ground: Ground): Box | undefined {
  const { width, height } = PLACE_SIZE.SIGN_DATE;
  const below: Label = {
    page: place.page,
    text: '',
    wants: 'DATE',
    size: height / 2,
    box: { x: place.x + (place.width - width) / 2, y: place.y, width: 0, height: place.height },
  };
  return spotAt(below, { width, height }, ground);
}
