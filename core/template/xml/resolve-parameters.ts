import type { TemplateList, TemplateLists } from '../room.ts';
import type { Parameters } from './parameters.ts';
import type { Lists } from './write-parameters.ts';

/** Roles and fields of an owner, including the built-in ones. */
export interface KnownParts {
  roles: readonly { id: string; name: string; type: string }[];
  fields: readonly { id: string; name: string }[];
}

/** One row that an import writes: under a new or existing key. */
export type ParameterChange = {
  [L in TemplateList]: {
    list: L;
    key: string;
    isNew: boolean;
    facts: Omit<TemplateLists[L], 'key' | 'position'>;
  };
}[TemplateList];

export interface ParameterResult {
  changes: ParameterChange[];
  /** Names in the file that match none of the owner's roles and fields: they can be created there first. */
  unknownRoles: Parameters['signers'];
  unknownFields: Parameters['fields'];
}

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

/**
 * Applies a parameter file to a template: rows with a matching name are updated, the others are added, and nothing is
 * removed. Names are resolved to the owner's roles and fields. A signer's places reuse the keys of existing places of
 * the same kind, so that their marks stay in the text. `newKey` creates random keys.
 */
export function resolveParameters(
  { fields, rows, options, signers }: Parameters,
  lists: Lists,
  known: KnownParts,
  newKey: () => string,
): ParameterResult {
  const changes: ParameterChange[] = [];
  const keyFor = (list: readonly { key: string; name: string }[], name: string) => {
    const found = list.find((row) => same(row.name, name));
    return { key: found?.key ?? newKey(), isNew: found === undefined };
  };
  const unknownRoles: Parameters['signers'] = [];
  const unknownFields: Parameters['fields'] = [];
  const signerKeys = new Map<string, string>();
  for (const signer of signers) {
    const { places, ...facts } = signer;
    const row = keyFor(lists.signers, facts.name);
    const role = known.roles.find(({ name, type }) => same(name, facts.name) && type === facts.type);
    if (!role) unknownRoles.push(signer);
    signerKeys.set(facts.name, row.key);
    changes.push({
      list: 'signers',
      ...row,
      facts: { ...facts, ...(role ? { partId: role.id } : {}) },
    });
    const left = lists.anchors.filter((anchor) => anchor.signer === row.key);
    for (const place of places) {
      const at = left.findIndex((anchor) => anchor.kind === place.kind && anchor.at.by === place.at.by);
      const [taken] = at < 0 ? [] : left.splice(at, 1);
      changes.push({
        list: 'anchors',
        key: taken?.key ?? newKey(),
        isNew: !taken,
        facts: { ...place, signer: row.key },
      });
    }
  }
  for (const field of fields) {
    const part = known.fields.find(({ name }) => same(name, field.name));
    if (!part) unknownFields.push(field);
    changes.push({
      list: 'fields',
      ...keyFor(lists.fields, field.name),
      facts: {
        ...field,
        filledBy: signerKeys.get(field.filledBy) ?? 'SENDER',
        ...(part ? { partId: part.id } : {}),
      },
    });
  }
  for (const row of rows) changes.push({ list: 'rows', ...keyFor(lists.rows, row.name), facts: row });
  for (const option of options)
    changes.push({ list: 'options', ...keyFor(lists.options, option.name), facts: option });
  return { changes, unknownRoles, unknownFields };
}
