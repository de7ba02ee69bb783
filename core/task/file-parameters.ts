import type * as Y from 'yjs';
import type { TemplateLists } from '#core/template/room.ts';
import type { ParameterPlace, Parameters } from '#core/template/xml/parameters.ts';
import type { FileParameters } from '#core/template/xml/read-parameters.ts';
import { type Lists, writeParameters, writeTaskParameters } from '#core/template/xml/write-parameters.ts';
import {
  type Draft,
  type DraftDocument,
  type DraftSigner,
  lastPosition,
  putRow,
  readDraft,
} from './draft.ts';
import type { PlanPlacement } from './plan.ts';

/*
 * The parameter file of a file in a draft, or of all its files: who signs them, and where. It is the file of templates (docs/template-parameters.md)
 * without what only a template has: fields, repeated rows, optional parts, and places at marks of its text.
 */

type Place = Omit<PlanPlacement, 'placementId' | 'signerId' | 'documentId'>;

/** Names of the draft's signers as the file has them: their role, or `nameless` with their number. */
const namesOf = (signers: readonly DraftSigner[], nameless: (n: number) => string): Map<string, string> => {
  const taken = new Set<string>();
  return new Map(
    signers.map(({ signerId, roleName }, i) => {
      const name = roleName && !taken.has(roleName) ? roleName : nameless(i + 1);
      taken.add(name);
      return [signerId, name];
    }),
  );
};

/** Writes the parameter file of a document of the draft: every signer, with the places in this document. */
export const writeFileParameters = (
  draft: Draft,
  document: Pick<DraftDocument, 'documentId'>,
  nameless: (n: number) => string,
): string => writeParameters(listsOf(draft, document, nameless));

/** Writes the parameter file of the whole draft: every file by its name, with every signer and the places in that file. */
export const writeDraftParameters = (draft: Draft, nameless: (n: number) => string): string =>
  writeTaskParameters(
    draft.documents.map((document) => ({
      name: document.fileName,
      lists: listsOf(draft, document, nameless),
    })),
  );

function listsOf(
  draft: Draft,
  document: Pick<DraftDocument, 'documentId'>,
  nameless: (n: number) => string,
): Lists {
  const names = namesOf(draft.signers, nameless);
  const own = draft.placements.filter(
    (p) => p.documentId === document.documentId && p.kind !== 'FIELD' && names.has(p.signerId),
  );
  return {
    fields: [],
    rows: [],
    options: [],
    signers: draft.signers.map(({ signerId, type, signOrder, position }) => ({
      key: signerId,
      name: names.get(signerId)!,
      type,
      order: signOrder,
      position,
    })),
    anchors: own.map((p, position) => anchorOf(p, position)),
  };
}

function anchorOf(p: PlanPlacement, position: number): TemplateLists['anchors'] {
  const { placementId: key, signerId: signer, kind, page, x, y, toPage, rule, width, height, keyword } = p;
  const common = { key, signer, kind: kind as TemplateLists['anchors']['kind'], width, height, position };
  if (keyword)
    return {
      ...common,
      at: {
        by: 'KEYWORD',
        keyword: { text: keyword.text, order: keyword.order, place: keyword.place },
      },
      offsetX: keyword.offsetX,
      offsetY: keyword.offsetY,
    };
  return {
    ...common,
    at: {
      by: 'PAGE',
      page,
      x,
      y,
      ...(toPage === undefined ? {} : { toPage }),
      ...(rule === undefined ? {} : { rule }),
    },
    offsetX: 0,
    offsetY: 0,
  };
}

/** What a parameter file brings to a document. */
export interface FileChanges {
  signers: {
    /** Key of the draft's signer; undefined for one that is added. */
    signerId: string | undefined;
    name: string;
    type: DraftSigner['type'];
    order: number;
    places: Place[];
  }[];
  /** Places that are added; those that stand there already are not. */
  added: number;
  /** Fields, rows, options and places at marks, which an uploaded file has none of. */
  left: number;
}

/**
 * What an import would change. A signer of the file is the draft's signer of that name, or else the next one of its type that
 * no other is; one without a counterpart is added. `known` are the signers by the names that other files of the task gave them.
 */
export function resolveFileParameters(
  { fields, rows, options, signers }: Parameters,
  draft: Draft,
  document: Pick<DraftDocument, 'documentId' | 'pages'>,
  nameless: (n: number) => string,
  known: ReadonlyMap<string, string> = new Map(),
): FileChanges {
  const names = namesOf(draft.signers, nameless);
  const byName = new Map(
    signers.map((one) => [
      one,
      draft.signers.find(({ signerId }) => signerId === known.get(one.name)) ??
        draft.signers.find(({ signerId, type }) => names.get(signerId) === one.name && type === one.type),
    ]),
  );
  const taken = new Set([...known.values(), ...[...byName.values()].flatMap((one) => one?.signerId ?? [])]);
  const last = document.pages.length;
  const changes = signers.map((one) => {
    const next =
      byName.get(one) ??
      draft.signers.find(({ signerId, type }) => type === one.type && !taken.has(signerId));
    if (next) taken.add(next.signerId);
    const there = draft.placements.filter(
      (p) => p.documentId === document.documentId && p.signerId === next?.signerId,
    );
    const places = one.places
      .flatMap((place) => placeOf(place, last))
      .filter((place) => !there.some((p) => sameSpot(p, place)));
    return { signerId: next?.signerId, name: one.name, type: one.type, order: one.order, places };
  });
  const marks = signers.flatMap((one) => one.places).filter(({ at }) => at.by === 'MARK').length;
  return {
    signers: changes,
    added: changes.reduce((sum, { places }) => sum + places.length, 0),
    left: fields.length + rows.length + options.length + marks,
  };
}

function placeOf({ kind, width, height, offsetX, offsetY, at }: ParameterPlace, last: number): Place[] {
  if (at.by === 'MARK') return [];
  if (at.by === 'KEYWORD')
    return [{ kind, width, height, page: 1, x: 0, y: 0, keyword: { ...at.keyword, offsetX, offsetY } }];
  const { page, x, y, toPage, rule } = at;
  return [
    {
      kind,
      width,
      height,
      page,
      x,
      y,
      ...(toPage === undefined ? {} : { toPage: toPage === 0 ? last : toPage }),
      ...(rule === undefined ? {} : { rule }),
    },
  ];
}

const spotOf = ({ kind, page, x, y, width, height, toPage, rule, keyword }: Place) =>
  JSON.stringify([kind, page, x, y, width, height, toPage ?? page, rule ?? '', keyword ?? '']);
const sameSpot = (one: Place, other: Place): boolean => spotOf(one) === spotOf(other);

/**
 * Writes the changes into the draft in one step, which one undo takes back. Nothing is removed. Returns the key of each
 * signer by its name.
 */
export function importFileParameters(
  doc: Y.Doc,
  document: Pick<DraftDocument, 'documentId'>,
  { signers }: FileChanges,
  newKey: () => string,
): Map<string, string> {
  const keys = new Map<string, string>();
  doc.transact(() => {
    for (const { signerId, name, type, order, places } of signers) {
      const key = signerId ?? newKey();
      keys.set(name, key);
      if (signerId === undefined)
        putRow(doc, 'signers', key, {
          type,
          ...(type === 'ENTERPRISE' ? { entName: '' } : {}),
          userName: '',
          mobile: '',
          roleName: name,
          signOrder: order,
          position: lastPosition(doc, 'signers'),
        });
      for (const place of places)
        putRow(doc, 'placements', newKey(), { signerId: key, documentId: document.documentId, ...place });
    }
  });
  return keys;
}

/** What a parameter file of a task brought to a draft. */
export interface TaskChanges {
  /** Files of the draft that it has parameters for. */
  files: number;
  places: number;
  signers: number;
  /** As of a single file. */
  left: number;
  /** Names of files for which the draft has none. */
  unmatched: string[];
}

/**
 * Brings the parameters of several files into the draft in one step, which one undo takes back: each to the draft's file of
 * that name, or else to the next one in order that no other is. One name is one signer in all files. Nothing is removed.
 */
export function importTaskParameters(
  doc: Y.Doc,
  files: readonly FileParameters[],
  nameless: (n: number) => string,
  newKey: () => string,
): TaskChanges {
  const { documents } = readDraft(doc);
  const left = [...documents];
  const take = (found: DraftDocument | undefined) => found && left.splice(left.indexOf(found), 1)[0];
  const named = files.map(({ name }) => take(left.find(({ fileName }) => fileName === name)));
  const changes: TaskChanges = { files: 0, places: 0, signers: 0, left: 0, unmatched: [] };
  const known = new Map<string, string>();
  doc.transact(() => {
    for (const [i, { name, parameters }] of files.entries()) {
      const document = named[i] ?? take(left[0]);
      if (!document) {
        changes.unmatched.push(name);
        continue;
      }
      const one = resolveFileParameters(parameters, readDraft(doc), document, nameless, known);
      for (const [role, key] of importFileParameters(doc, document, one, newKey)) known.set(role, key);
      changes.files++;
      changes.places += one.added;
      changes.signers += one.signers.filter(({ signerId }) => signerId === undefined).length;
      changes.left += one.left;
    }
  });
  return changes;
}
