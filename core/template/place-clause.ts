import type { BodyBlock, BodyInline, FlatBlock } from './body.ts';
import type { ClauseContent, ClauseField } from './clause.ts';
import type { ContentField } from './field.ts';

/** How a field of a clause is inserted into a template. */
export interface PlacedField {
  field: ClauseField;
  /**
   * THERE: the template already has it, as `key`. ADDED: it is added as `key`. UNKNOWN: the enterprise no longer has
   * such a field, so its name is inserted as text.
   */
  kind: 'THERE' | 'ADDED' | 'UNKNOWN';
  key: string;
  /** The enterprise's field that it is created from. */
  partId?: string | undefined;
}

/** A field of the enterprise's list, or a built-in one. */
interface KnownPart {
  id: string;
  name: string;
}

/**
 * Decides how each field of a clause is inserted: as the template's field with the same source or name, else as one
 * from the enterprise's list. A field that was defined in a template only brings its own definition.
 */
export function placedFields(
  fields: readonly ClauseField[],
  there: readonly Pick<ContentField, 'key' | 'name' | 'partId'>[],
  known: readonly KnownPart[],
  newKey: () => string,
): PlacedField[] {
  return fields.map((field) => {
    const own =
      there.find(({ partId }) => partId !== undefined && partId === field.partId) ??
      there.find(({ name }) => name === field.name);
    if (own) return { field, kind: 'THERE', key: own.key };
    const part = known.find(({ id }) => id === field.partId) ?? known.find(({ name }) => name === field.name);
    if (part) return { field, kind: 'ADDED', key: newKey(), partId: part.id };
    if (field.partId === undefined) return { field, kind: 'ADDED', key: newKey() };
    return { field, kind: 'UNKNOWN', key: field.key };
  });
}

/** The blocks of a clause for insertion into a template: with new clause ids, updated references, and its fields. */
export function placeClause(
  { body }: ClauseContent,
  fields: readonly PlacedField[],
  newKey: () => string,
): BodyBlock[] {
  const placed = new Map(fields.map((one) => [one.field.key, one]));
  const ids = new Map<string, string>();
  const idOf = (id: string) => {
    const own = ids.get(id) ?? newKey();
    ids.set(id, own);
    return own;
  };
  const inline = (node: BodyInline): BodyInline => {
    if (node.type === 'reference') return { ...node, attrs: { clause: idOf(node.attrs.clause) } };
    if (node.type !== 'field') return node;
    const one = placed.get(node.attrs.field);
    if (one && one.kind !== 'UNKNOWN') return { ...node, attrs: { field: one.key } };
    return { type: 'text', text: `【${one?.field.name ?? ''}】`, marks: node.marks };
  };
  const flat = (block: FlatBlock): FlatBlock => {
    switch (block.type) {
      case 'picture':
        return block;
      case 'table':
        return {
          ...block,
          content: block.content.map((row) => ({
            ...row,
            content: row.content?.map((cell) => ({
              ...cell,
              content: cell.content.map((part) =>
                part.type === 'picture' ? part : { ...part, content: part.content?.map(inline) },
              ),
            })),
          })),
        };
      case 'clause':
        return {
          ...block,
          attrs: { ...block.attrs, id: idOf(block.attrs.id) },
          content: block.content?.map(inline),
        };
      default:
        return { ...block, content: block.content?.map(inline) };
    }
  };
  return body.map((block) =>
    block.type === 'group' ? { ...block, content: block.content.map(flat) } : flat(block),
  );
}
