import ts from 'typescript';

/** Minimum number of repeated lines of code. */
export const RUN = 6;
/** A run with more occurrences is an idiom (the head of a test, a list of columns), not a copy. */
const MOST_PLACES = 8;
/** Minimum number of tokens in a run: fewer are brackets and keywords that any code has. */
const TOKENS = 40;

/** Index of a file and of a line of code in it. */
type Place = [file: number, line: number];

/** A relevant line of code: excludes imports, comments, blank lines and lone brackets. */
interface Line {
  /** From 1. */
  at: number;
  /** Its exact tokens. */
  letter: string;
  /** Its tokens without names, texts and numbers. */
  shape: string;
  tokens: number;
}

/** Two files (or the same one twice) that share a run; describes the longest one. */
export interface Duplicate {
  a: { file: string; from: number; to: number };
  b: { file: string; from: number; to: number };
  /** Number of lines of code in the longest run. */
  lines: number;
  /** Number of runs that the two share. */
  runs: number;
  /** Whether one of the runs is identical. */
  exact: boolean;
}

/**
 * Pairs of files that share runs of at least {@link RUN} lines, identical or with the same shape; the longest run
 * first.
 */
export function findDuplicates(files: readonly { file: string; text: string }[]): Duplicate[] {
  const lines = files.map(({ file, text }) => linesOf(file, text));
  const pairs = new Map<string, Place[][]>();
  for (const places of sharedWindows(lines))
    for (const [at, a] of places.entries())
      for (const b of places.slice(at + 1)) {
        if (a[0] === b[0] && b[1] - a[1] < RUN) continue; // a run that overlaps itself
        const key = `${a[0]} ${b[0]}`;
        pairs.set(key, [...(pairs.get(key) ?? []), [a, b]]);
      }
  return [...pairs.values()]
    .map((windows) => describe(windows, files, lines))
    .toSorted((a, b) => b.lines - a.lines || b.runs - a.runs);
}

/**
 * Start positions of each run of exactly RUN lines that occurs at least twice and is not an idiom: identical, or with
 * the same shape.
 */
function sharedWindows(lines: Line[][]): Place[][] {
  const shared = (what: 'letter' | 'shape') => {
    const windows = new Map<string, Place[]>();
    lines.forEach((of, file) => {
      for (let line = 0; line + RUN <= of.length; line++) {
        const run = of.slice(line, line + RUN);
        if (run.reduce((sum, { tokens }) => sum + tokens, 0) < TOKENS) continue;
        const key = run.map((one) => one[what]).join('\n');
        const places = windows.get(key);
        if (places) places.push([file, line]);
        else windows.set(key, [[file, line]]);
      }
    });
    return [...windows.values()].filter((places) => places.length > 1 && places.length <= MOST_PLACES);
  };
  return [...shared('letter'), ...shared('shape')];
}

/** Joins consecutive windows in both files into runs. */
function describe(windows: Place[][], files: readonly { file: string }[], lines: Line[][]): Duplicate {
  const starts = windows.map(([a, b]) => ({ a: a![1], b: b![1] }));
  starts.sort((x, y) => x.b - x.a - (y.b - y.a) || x.a - y.a);
  const runs: { a: number; b: number; length: number }[] = [];
  for (const { a, b } of starts) {
    const last = runs.at(-1);
    if (last && last.b - last.a === b - a && a <= last.a + last.length - RUN + 1)
      last.length = a - last.a + RUN;
    else runs.push({ a, b, length: RUN });
  }
  const [fileA, fileB] = [windows[0]![0]![0], windows[0]![1]![0]];
  const [inA, inB] = [lines[fileA]!, lines[fileB]!];
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best));
  const place = (file: number, of: Line[], from: number) => ({
    file: files[file]!.file,
    from: of[from]!.at,
    to: of[from + longest.length - 1]!.at,
  });
  const isExact = ({ a, b }: { a: number; b: number }) =>
    inA.slice(a, a + RUN).every(({ letter }, at) => letter === inB[b + at]!.letter);
  return {
    a: place(fileA, inA, longest.a),
    b: place(fileB, inB, longest.b),
    lines: longest.length,
    runs: runs.length,
    exact: starts.some(isExact),
  };
}

/** The lines of code of a TypeScript file. */
function linesOf(file: string, text: string): Line[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lines = new Map<number, Line>();
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isJSDoc(node)) return;
    const children = node.getChildren(source);
    if (children.length > 0) {
      children.forEach(visit);
      return;
    }
    const letter = node.getText(source).trim();
    if (letter === '') return;
    const at = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    const line = lines.get(at) ?? { at, letter: '', shape: '', tokens: 0 };
    lines.set(at, {
      at,
      letter: `${line.letter} ${letter}`,
      shape: `${line.shape} ${shapeOf(node, letter)}`,
      tokens: line.tokens + 1,
    });
  };
  visit(source);
  return [...lines.values()].filter(({ letter }) => /[\p{L}\p{N}]/u.test(letter)).sort((a, b) => a.at - b.at);
}

function shapeOf(node: ts.Node, letter: string): string {
  if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) return 'name';
  if (ts.isLiteralExpression(node) || ts.isTemplateMiddleOrTemplateTail(node) || ts.isTemplateHead(node))
    return 'value';
  return ts.isJsxText(node) ? 'text' : letter;
}
