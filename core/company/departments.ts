/** The departments of an enterprise as a tree ([3.22a]): rows with their parent, ordered and checked here. */

export interface DepartmentRow {
  id: string;
  /** Empty at the top level. */
  parentId: string;
  name: string;
  /** Sort position among its siblings; equal positions are sorted by name. */
  position: number;
}

export type DepartmentNode<R extends DepartmentRow> = R & { children: DepartmentNode<R>[] };

const bySibling = (a: DepartmentRow, b: DepartmentRow): number =>
  a.position - b.position || a.name.localeCompare(b.name, 'zh-CN');

/** Builds the tree, siblings in order. Omits a row whose parent is missing, with its descendants. */
export function treeOfDepartments<R extends DepartmentRow>(rows: readonly R[]): DepartmentNode<R>[] {
  const below = Map.groupBy(rows, ({ parentId }) => parentId);
  const at = (parentId: string): DepartmentNode<R>[] =>
    (below.get(parentId) ?? []).toSorted(bySibling).map((row) => ({ ...row, children: at(row.id) }));
  return at('');
}

/** The tree as a list, parents before children. */
export const flatten = <R extends DepartmentRow>(nodes: readonly DepartmentNode<R>[]): DepartmentNode<R>[] =>
  nodes.flatMap((node) => [node, ...flatten(node.children)]);

/** Ids of the department and all its descendants. */
export function withDescendants(rows: readonly DepartmentRow[], id: string): Set<string> {
  const found = new Set([id]);
  // Each iteration adds a level; a cycle adds nothing new and ends the loop.
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const row of rows) if (found.has(row.parentId)) found.add(row.id);
  }
  return found;
}

/** Names from the root down to the department itself; empty if the department is unknown. */
export function pathOfDepartment(rows: readonly DepartmentRow[], id: string): string[] {
  const row = rows.find((one) => one.id === id);
  if (!row) return [];
  const above = rows.filter((one) => one.id !== id);
  return [...pathOfDepartment(above, row.parentId), row.name];
}

/** Number of levels of the department and its descendants: 1 without any. */
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
 * Why the department cannot be moved below `parentId` (empty: top level): it would be below itself, or deeper than
 * `most` levels. Null if it can. A new department has the id ''.
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
