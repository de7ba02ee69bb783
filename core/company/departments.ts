/** The departments of an enterprise as a tree ([3.22a]): rows with their parent, put in order and measured here. */

export interface DepartmentRow {
  id: string;
  /** Empty for one at the top. */
  parentId: string;
  name: string;
  /** Place among its siblings; those with the same place stand by name. */
  position: number;
}

export type DepartmentNode<R extends DepartmentRow> = R & { children: DepartmentNode<R>[] };

const bySibling = (a: DepartmentRow, b: DepartmentRow): number =>
  a.position - b.position || a.name.localeCompare(b.name, 'zh-CN');

/** The rows as a tree, siblings in their order. A row whose parent is not among the rows is left out, with what is below. */
export function treeOfDepartments<R extends DepartmentRow>(rows: readonly R[]): DepartmentNode<R>[] {
  const below = Map.groupBy(rows, ({ parentId }) => parentId);
  const at = (parentId: string): DepartmentNode<R>[] =>
    (below.get(parentId) ?? []).toSorted(bySibling).map((row) => ({ ...row, children: at(row.id) }));
  return at('');
}

/** The tree as a list: each department before those below it. */
export const flatten = <R extends DepartmentRow>(nodes: readonly DepartmentNode<R>[]): DepartmentNode<R>[] =>
  nodes.flatMap((node) => [node, ...flatten(node.children)]);

/** The department and all below it, by their ids. */
export function withDescendants(rows: readonly DepartmentRow[], id: string): Set<string> {
  const found = new Set([id]);
  // Each round adds a level; a circle adds nothing new and ends it.
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const row of rows) if (found.has(row.parentId)) found.add(row.id);
  }
  return found;
}

/** Names from the top down to the department itself; empty for one that is not among the rows. */
export function pathOfDepartment(rows: readonly DepartmentRow[], id: string): string[] {
  const row = rows.find((one) => one.id === id);
  if (!row) return [];
  const above = rows.filter((one) => one.id !== id);
  return [...pathOfDepartment(above, row.parentId), row.name];
}

/** Levels that the department and what is below it take: 1 for one with nothing below. */
function height(rows: readonly DepartmentRow[], id: string): number {
  const children = rows.filter(({ parentId }) => parentId === id);
  return (
    1 +
    Math.max(
      0,
      ...children.map((child) =>
        height(
          rows.filter((one) => one.id !== id),
          child.id,
        ),
      ),
    )
  );
}

/**
 * Why the department cannot stand below `parentId` (empty: at the top): below itself, or deeper than `most` levels. Null
 * where it can. A new department is one with the id ''.
 */
export function placeProblem(
  rows: readonly DepartmentRow[],
  id: string,
  parentId: string,
  most: number,
): 'DEPARTMENT_CIRCLE' | 'DEPARTMENT_TOO_DEEP' | null {
  if (id !== '' && withDescendants(rows, id).has(parentId)) return 'DEPARTMENT_CIRCLE';
  const levels = pathOfDepartment(rows, parentId).length + (id === '' ? 1 : height(rows, id));
  return levels > most ? 'DEPARTMENT_TOO_DEEP' : null;
}
