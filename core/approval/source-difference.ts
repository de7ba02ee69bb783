import type { Language } from '#core/locales/languages.ts';
import type { Plan, PlanPlacement } from '#core/task/plan.ts';
import { placementIdOf } from '#core/task/template-placement.ts';
import type { TemplateContent, TemplateValues } from '#core/template/content.ts';
import type { ContentField } from '#core/template/field.ts';
import { fieldsInText } from '#core/template/fill/fields-in-text.ts';
import { formatValue } from '#core/template/fill/format-value.ts';
import { type AnchorPlace, placeAnchors } from '#core/template/fill/place-anchors.ts';
import type { PlacedBox } from '#core/typeset/display.ts';

/** A field of the template as it stands in the contract. */
export interface FilledValue {
  name: string;
  /** As it is written in the text; empty where nothing is filled in. */
  value: string;
  /** What the template has there, if something else is filled in; empty otherwise. */
  preset: string;
  /** A signer fills it in. */
  bySigner: boolean;
}

/** An optional part of the text. */
export interface KeptPart {
  name: string;
  kept: boolean;
  /** Whether the template keeps it unless somebody says otherwise. */
  usual: boolean;
}

export const PARTY_CHANGES = ['ROLE_LEFT_OUT', 'PARTY_ADDED', 'ORDER_CHANGED'] as const;
export interface PartyDifference {
  change: (typeof PARTY_CHANGES)[number];
  /** The role, or the party; empty for the order. */
  name: string;
}

export const PLACE_CHANGES = ['MOVED', 'ADDED', 'REMOVED'] as const;
export interface PlaceDifference {
  change: (typeof PLACE_CHANGES)[number];
  kind: PlanPlacement['kind'];
  /** The party, or for a removed place the role. */
  party: string;
  /** From 1; 0 for one by keyword. */
  page: number;
}

/** A document of a plan with the version that it was made from. */
export interface SourceToCompare {
  content: TemplateContent;
  values: TemplateValues;
  language: Language;
  plan: Plan;
  documentId: string;
  /** Where the template's marks lie in the file; undefined where that is not known: marks are then not compared. */
  laidOut:
    | { boxes: readonly PlacedBox[]; pages: readonly { widthMm: number; heightMm: number }[] }
    | undefined;
}

/** What the sender filled in, in the order of the template. */
export function filledValues({
  content,
  values,
  language,
}: Pick<SourceToCompare, 'content' | 'values' | 'language'>): FilledValue[] {
  const { fields, rows } = fieldsInText(content, values);
  const shown = (field: ContentField, name: string, typed = ''): FilledValue => {
    const bySigner = field.filledBy !== 'SENDER';
    const value = field.input === 'PICTURE' ? '' : formatValue(field, typed, language);
    const preset = formatValue(field, field.preset, language);
    return {
      name,
      value: bySigner ? '' : value,
      preset: bySigner || preset === value ? '' : preset,
      bySigner,
    };
  };
  return [
    ...fields.map((field) => shown(field, field.name, values.fields[field.key])),
    ...rows.flatMap(({ rows: { key }, fields: columns }) =>
      (values.rows[key] ?? []).flatMap((row, i) =>
        columns.map((field) => shown(field, `${field.name} ${i + 1}`, row[field.key])),
      ),
    ),
  ];
}

export const keptParts = ({ content, values }: SourceToCompare): KeptPart[] =>
  content.options.map(({ key, name, kept: usual }) => ({ name, kept: values.options[key] ?? usual, usual }));

/** mm; places that differ by less are the same. */
const TOLERANCE = 0.5;

const isAt = (place: PlanPlacement, wanted: AnchorPlace): boolean =>
  place.page === wanted.page &&
  place.toPage === wanted.toPage &&
  place.rule === wanted.rule &&
  JSON.stringify(place.keyword) === JSON.stringify(wanted.keyword) &&
  (['x', 'y', 'width', 'height'] as const).every((side) => Math.abs(place[side] - wanted[side]) < TOLERANCE);

/** Places of the template with those of the plan; a plan that was not made by the wizard has keys of its own. */
function pairPlaces({ content, plan, documentId, laidOut }: SourceToCompare) {
  const known = laidOut ? content.anchors : content.anchors.filter(({ at }) => at.by === 'KEYWORD');
  const wanted = placeAnchors(known, laidOut?.boxes ?? [], laidOut?.pages ?? []);
  const own = plan.placements.filter((one) => one.documentId === documentId && one.kind !== 'FIELD');
  const taken = new Set<PlanPlacement>();
  const pairs = wanted.map((anchor) => {
    const free = own.filter((one) => !taken.has(one) && one.kind === anchor.kind);
    const place =
      free.find(({ placementId }) => placementId === placementIdOf(documentId, anchor.anchor)) ??
      free.find((one) => isAt(one, anchor));
    if (place) taken.add(place);
    return { anchor, place };
  });
  return { pairs, added: laidOut ? own.filter((one) => !taken.has(one)) : [] };
}

const nameOfParty = ({ signers }: Plan, signerId: string): string => {
  const signer = signers.find((one) => one.signerId === signerId);
  return signer?.entName || signer?.userName || '';
};

/** Places that are not where the template has them. */
export function placeDifferences(source: SourceToCompare): PlaceDifference[] {
  const { plan, content } = source;
  const { pairs, added } = pairPlaces(source);
  const pageOf = (place: PlanPlacement) => (place.keyword ? 0 : place.page);
  return [
    ...pairs.flatMap(({ anchor, place }): PlaceDifference[] => {
      if (!place) {
        const party = content.signers.find(({ key }) => key === anchor.signer)?.name ?? '';
        return [{ change: 'REMOVED', kind: anchor.kind, party, page: anchor.keyword ? 0 : anchor.page }];
      }
      if (isAt(place, anchor)) return [];
      const party = nameOfParty(plan, place.signerId);
      return [{ change: 'MOVED', kind: place.kind, party, page: pageOf(place) }];
    }),
    ...added.map(
      (place): PlaceDifference => ({
        change: 'ADDED',
        kind: place.kind,
        party: nameOfParty(plan, place.signerId),
        page: pageOf(place),
      }),
    ),
  ];
}

/**
 * Parties of the plan that no role of its templates has, roles that nobody has, and whether those of one template sign in
 * another order. Who has a role is known by the places and fields of it.
 */
export function partyDifferences(plan: Plan, sources: readonly SourceToCompare[]): PartyDifference[] {
  const cast = sources.map((source) => {
    const roles = new Map<string, string>();
    for (const { anchor, place } of pairPlaces(source).pairs)
      if (place && !roles.has(anchor.signer)) roles.set(anchor.signer, place.signerId);
    for (const { fills, documentId, signerId } of plan.placements) {
      const field =
        documentId === source.documentId && source.content.fields.find(({ key }) => key === fills?.field);
      if (field && !roles.has(field.filledBy)) roles.set(field.filledBy, signerId);
    }
    return { roles, signers: source.content.signers };
  });
  const playing = new Set(cast.flatMap(({ roles }) => [...roles.values()]));
  const orderOf = (signerId: string) =>
    plan.orderState === 'ORDER' ? (plan.signers.find((one) => one.signerId === signerId)?.signOrder ?? 1) : 1;
  const isReordered = cast.some(({ roles, signers }) =>
    signers.some((a) =>
      signers.some((b) => {
        const [one, other] = [roles.get(a.key), roles.get(b.key)];
        if (!one || !other) return false;
        return Math.sign(a.order - b.order) !== Math.sign(orderOf(one) - orderOf(other));
      }),
    ),
  );
  const leftOut = cast.flatMap(({ roles, signers }) =>
    signers.filter(({ key }) => !roles.has(key)).map(({ name }) => name),
  );
  return [
    ...[...new Set(leftOut)].map((name): PartyDifference => ({ change: 'ROLE_LEFT_OUT', name })),
    ...plan.signers
      .filter(({ signerId }) => !playing.has(signerId))
      .map(({ signerId }): PartyDifference => ({ change: 'PARTY_ADDED', name: nameOfParty(plan, signerId) })),
    ...(isReordered ? [{ change: 'ORDER_CHANGED' as const, name: '' }] : []),
  ];
}
