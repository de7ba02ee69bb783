import { describe, expect, it } from 'vitest';
import {
  flatten,
  pathOfDepartment,
  placeProblem,
  treeOfDepartments,
  withDescendants,
} from '#core/company/departments.ts';

const row = (id: string, parentId = '', position = 1) => ({ id, parentId, name: `名${id}`, position });
const ROWS = [row('c', 'b'), row('b', 'a', 2), row('a'), row('d', 'a', 1), row('e', '', 2)];

describe('the tree of departments', () => {
  it('is put in order, each before those below it', () => {
    expect(flatten(treeOfDepartments(ROWS)).map(({ id }) => id)).toEqual(['a', 'd', 'b', 'c', 'e']);
    expect(pathOfDepartment(ROWS, 'c')).toEqual(['名a', '名b', '名c']);
    expect([...withDescendants(ROWS, 'b')].sort()).toEqual(['b', 'c']);
  });

  it('refuses a place below itself, and one that is too deep', () => {
    for (const parentId of ['a', 'b', 'c', 'd'])
      expect(placeProblem(ROWS, 'a', parentId, 9)).toBe('DEPARTMENT_CIRCLE');
    for (const parentId of ['', 'e']) expect(placeProblem(ROWS, 'a', parentId, 9)).toBeNull();
    // what is moved brings its own levels along
    expect(placeProblem(ROWS, 'a', 'e', 4)).toBeNull();
    expect(placeProblem(ROWS, 'a', 'e', 3)).toBe('DEPARTMENT_TOO_DEEP');
    expect(placeProblem(ROWS, '', 'c', 4)).toBeNull();
    expect(placeProblem(ROWS, '', 'c', 3)).toBe('DEPARTMENT_TOO_DEEP');
  });

  it('ends also where rows are wrong: a circle, a parent that is not there', () => {
    const circle = [row('a', 'b'), row('b', 'a'), row('x', 'nobody'), row('t')];
    expect(flatten(treeOfDepartments(circle)).map(({ id }) => id)).toEqual(['t']);
    expect(pathOfDepartment(circle, 'a')).toEqual(['名b', '名a']);
    expect([...withDescendants(circle, 'a')].sort()).toEqual(['a', 'b']);
    expect(placeProblem(circle, 'a', 't', 9)).toBeNull();
  });
});
