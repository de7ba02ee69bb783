import { useEffect, useMemo, useRef, useState } from 'react';
import type { Drawing } from '#core/drawing.ts';
import type { ValueProblem } from '#core/template/fill/check-value.ts';
import {
  checkSignersValue,
  fieldId,
  firstSignersValue,
  signersText,
} from '#core/template/fill/signers-field.ts';
import type { SignersField } from '#core/template/signers-field.ts';
import { drawInBackground } from '../../../parts/typeset/typeset.ts';
import type { WireFilling } from './fillings.ts';
import type { TaskDocument, TaskPlacement } from './use-task.ts';

/** A field that the signer fills in once, regardless of how often it occurs in its document. */
export interface FieldToFill {
  id: string;
  field: SignersField;
  /** In the order of the text; an occurrence broken over lines has several. */
  places: TaskPlacement[];
}

/** The drawing of a value in its blanks, or why it does not fit. */
interface FieldDrawing {
  text: string;
  drawings: ReadonlyMap<string, Drawing>;
  problem?: ValueProblem;
  failed?: unknown;
}

const fieldsOf = (
  own: readonly TaskPlacement[],
  documents: readonly Pick<TaskDocument, 'documentId'>[],
): FieldToFill[] => {
  const nth = (id: string) => documents.findIndex(({ documentId }) => documentId === id);
  const fields = new Map<string, FieldToFill>();
  const inOrder = own.toSorted(
    (a, b) => nth(a.documentId) - nth(b.documentId) || a.page - b.page || a.y - b.y || a.x - b.x,
  );
  for (const place of inOrder) {
    const field = place.fills;
    if (!field) continue;
    const id = `${place.documentId}.${fieldId(field)}`;
    const known = fields.get(id);
    if (known) known.places.push(place);
    else fields.set(id, { id, field, places: [place] });
  }
  return [...fields.values()];
};

/**
 * The values of the fields that the contract leaves to the signer. The typesetting worker draws each value exactly as
 * it will appear in the file, so that what is signed is what is seen.
 */
export function useFields(own: readonly TaskPlacement[], documents: readonly TaskDocument[]) {
  const fields = useMemo(() => fieldsOf(own, documents), [own, documents]);
  const [values, setValues] = useState<ReadonlyMap<string, string>>(new Map());
  const [drawn, setDrawn] = useState<ReadonlyMap<string, FieldDrawing>>(new Map());
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  const [showAll, setShowAll] = useState(false);
  const requests = useRef(new Map<string, AbortController>());

  const typedIn = ({ id, field }: FieldToFill) => values.get(id) ?? firstSignersValue(field);
  const drawingOf = (one: FieldToFill) => {
    const text = signersText(one.field, typedIn(one));
    const known = drawn.get(one.id);
    return known?.text === text ? known : undefined;
  };
  /** The problem of a field's value; `drawing` while it is not drawn yet. */
  const problemOf = (one: FieldToFill): ValueProblem | 'drawing' | undefined => {
    const wrong = checkSignersValue(one.field, typedIn(one));
    if (wrong) return wrong;
    if (signersText(one.field, typedIn(one)) === '') return undefined;
    const known = drawingOf(one);
    return known?.failed === undefined ? (known ? known.problem : 'drawing') : 'drawing';
  };

  const draw = (one: FieldToFill, value: string) => {
    requests.current.get(one.id)?.abort();
    const text = signersText(one.field, value);
    const now = new AbortController();
    requests.current.set(one.id, now);
    const done = (result: Omit<FieldDrawing, 'text'>) =>
      now.signal.aborted || setDrawn((old) => new Map(old).set(one.id, { text, ...result }));
    const blanks = [...Map.groupBy(one.places, ({ fills }) => fills!.nth).values()].map((parts) =>
      parts.toSorted((a, b) => a.fills!.part - b.fills!.part),
    );
    const sizes = blanks.map((parts) => parts.map(({ width, height }) => ({ width, height })));
    drawInBackground(text, sizes, now.signal).then(
      (answer) => {
        const none = new Map<string, Drawing>();
        if ('missing' in answer) {
          const characters = answer.missing.slice(0, 10).join('');
          return done({ drawings: none, problem: { problem: 'noGlyph', params: { characters } } });
        }
        if (answer.drawings.includes(null))
          return done({ drawings: none, problem: { problem: 'doesNotFit', params: {} } });
        const drawings = new Map(
          blanks.flatMap((parts, i) =>
            parts.map((place, j): [string, Drawing] => [place.placementId, answer.drawings[i]![j]!]),
          ),
        );
        return done({ drawings });
      },
      (failed: unknown) => done({ drawings: new Map(), failed }),
    );
  };
  const set = (one: FieldToFill, value: string) => {
    setValues((old) => new Map(old).set(one.id, value));
    draw(one, value);
  };
  // an empty checkbox is drawn before it is ticked
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each set of fields
  useEffect(() => {
    for (const one of fields) draw(one, typedIn(one));
  }, [fields]);

  const drawings = new Map<string, Drawing>();
  for (const one of fields)
    for (const [placementId, drawing] of drawingOf(one)?.drawings ?? []) drawings.set(placementId, drawing);
  return {
    fields,
    typedIn,
    set,
    /** The drawings as they will appear in the file, by placement. */
    drawings,
    /** The problem to show beside the field: after blur, or if all problems are shown. */
    shownProblem(one: FieldToFill): ValueProblem | undefined {
      const problem = problemOf(one);
      if (problem === undefined || problem === 'drawing') return undefined;
      const isSaid = showAll || (visited.has(one.id) && problem.problem !== 'required');
      return isSaid || problem.problem === 'noGlyph' || problem.problem === 'doesNotFit'
        ? problem
        : undefined;
    },
    visit: (one: FieldToFill) => setVisited((old) => new Set(old).add(one.id)),
    showAll: () => setShowAll(true),
    /** The fields that prevent signing. */
    left: fields.filter((one) => problemOf(one) !== undefined),
    failed: fields.map((one) => drawingOf(one)?.failed).find((failure) => failure !== undefined),
    retry: () => {
      for (const one of fields) if (drawingOf(one)?.failed !== undefined) draw(one, typedIn(one));
    },
    wire: (): WireFilling[] =>
      fields.flatMap((one) => one.places.map(({ placementId }) => ({ placementId, value: typedIn(one) }))),
    /** Names and values as text, for the summary. */
    said: fields
      .filter((one) => typedIn(one) !== '')
      .map((one): [string, string] => [one.field.name, signersText(one.field, typedIn(one))]),
  };
}

export type Fields = ReturnType<typeof useFields>;
