import type { OutlineSink } from './outline.ts';

export interface Type1Codes {
  /** Decrypted code of a subroutine. */
  subroutine(index: number): Uint8Array | undefined;
  /** Decrypted code of the glyph for a code in StandardEncoding, for accented letters. */
  byStandardCode(code: number): Uint8Array | undefined;
}

const MOST_DEPTH = 12;
const MOST_STEPS = 100_000;
const MOST_OPERANDS = 64;
/** Work units per step. */
const STEP = 2;

interface State {
  stack: number[];
  /** Values that other subroutines leave for `pop`. */
  passed: number[];
  x: number;
  y: number;
  open: boolean;
  /** Reference points while a flex is being described, otherwise undefined. */
  flex: number[] | undefined;
  width: number | undefined;
  /** Left side bearing. */
  bearing: number;
  steps: number;
  sink: OutlineSink;
  codes: Type1Codes;
}

/**
 * Runs a Type 1 charstring (Adobe Type 1 Font Format, clause 6) and draws its outline; hints are ignored. `ok` is false
 * if it is broken; the part already drawn stays. `width` in font units.
 */
export function runType1CharString(
  code: Uint8Array,
  sink: OutlineSink,
  codes: Type1Codes,
): { ok: boolean; width: number | undefined } {
  const state: State = {
    stack: [],
    passed: [],
    x: 0,
    y: 0,
    open: false,
    flex: undefined,
    width: undefined,
    bearing: 0,
    steps: 0,
    sink,
    codes,
  };
  const ended = run(code, state, 0);
  if (state.open) sink.close();
  sink.spend?.(state.steps * STEP + code.length);
  return { ok: ended !== 'broken', width: state.width };
}

type CharstringEnd = 'return' | 'end' | 'broken';

function run(code: Uint8Array, s: State, depth: number): CharstringEnd {
  if (depth > MOST_DEPTH) return 'broken';
  const { stack } = s;
  for (let at = 0; at < code.length; ) {
    if (++s.steps > MOST_STEPS || stack.length > MOST_OPERANDS) return 'broken';
    const b = code[at++]!;
    if (b >= 32) {
      if (b <= 246) stack.push(b - 139);
      else if (b <= 250) stack.push((b - 247) * 256 + (code[at++] ?? 0) + 108);
      else if (b <= 254) stack.push(-(b - 251) * 256 - (code[at++] ?? 0) - 108);
      else {
        const [p, q, r, t] = [code[at] ?? 0, code[at + 1] ?? 0, code[at + 2] ?? 0, code[at + 3] ?? 0];
        stack.push((p << 24) | (q << 16) | (r << 8) | t);
        at += 4;
      }
      continue;
    }
    if (b === 11) return 'return';
    if (b === 14) return 'end';
    if (b === 10) {
      const subroutine = s.codes.subroutine(stack.pop() ?? -1);
      const ended = subroutine ? run(subroutine, s, depth + 1) : 'broken';
      if (ended !== 'return') return ended;
      continue;
    }
    if (b !== 12) {
      draw(b, s);
      stack.length = 0;
      continue;
    }
    const ended = runEscape(code[at++] ?? 0, s, depth);
    if (ended) return ended;
  }
  return 'return';
}

/** Operators of one byte that clear the stack. */
function draw(b: number, s: State): void {
  const v = (i: number) => s.stack[i] ?? 0;
  switch (b) {
    case 13:
      s.bearing = v(0);
      s.width ??= v(1);
      s.x += v(0);
      break;
    case 21:
      move(s, v(0), v(1));
      break;
    case 22:
      move(s, v(0), 0);
      break;
    case 4:
      move(s, 0, v(0));
      break;
    case 5:
      line(s, v(0), v(1));
      break;
    case 6:
      line(s, v(0), 0);
      break;
    case 7:
      line(s, 0, v(0));
      break;
    case 8:
      curve(s, v(0), v(1), v(2), v(3), v(4), v(5));
      break;
    case 30:
      curve(s, 0, v(0), v(1), v(2), v(3), 0);
      break;
    case 31:
      curve(s, v(0), 0, v(1), v(2), 0, v(3));
      break;
    case 9:
      if (s.open) s.sink.close();
      s.open = false;
      break;
    default:
      break;
  }
}

/** Operators after 12; a result other than undefined ends the charstring. */
function runEscape(b: number, s: State, depth: number): CharstringEnd | undefined {
  const { stack } = s;
  const v = (i: number) => stack[i] ?? 0;
  switch (b) {
    case 6:
      return accented(s, [v(0), v(1), v(2), v(3), v(4)], depth);
    case 7:
      s.bearing = v(0);
      s.width ??= v(2);
      s.x += v(0);
      s.y += v(1);
      break;
    case 12: {
      const divisor = stack.pop() ?? 1;
      stack.push((stack.pop() ?? 0) / (divisor || 1));
      return undefined;
    }
    case 16:
      callOther(s);
      return undefined;
    case 17:
      stack.push(s.passed.pop() ?? 0);
      return undefined;
    case 33:
      s.x = v(0);
      s.y = v(1);
      break;
    default:
      break;
  }
  stack.length = 0;
  return undefined;
}

/** callothersubr: 1, 2 and 0 describe a flex, 3 replaces hints; any other only passes its operands to `pop`. */
function callOther(s: State): void {
  const { stack } = s;
  const which = stack.pop() ?? 0;
  const count = Math.max(0, Math.min(stack.pop() ?? 0, stack.length));
  const operands = stack.splice(stack.length - count, count);
  if (which === 1) s.flex = [];
  else if (which === 2) s.flex?.push(s.x, s.y);
  else if (which === 0) {
    endFlex(s);
    s.passed = [operands[2] ?? s.y, operands[1] ?? s.x];
  } else s.passed = which === 3 ? [3] : operands.reverse();
}

/** Two curves through the seven points moved to; the first one is the reference point of the flex. */
function endFlex(s: State): void {
  const p = s.flex ?? [];
  s.flex = undefined;
  if (p.length < 14) return;
  if (!s.open) begin(s, p[0]!, p[1]!);
  s.sink.curveTo(p[2]!, p[3]!, p[4]!, p[5]!, p[6]!, p[7]!);
  s.sink.curveTo(p[8]!, p[9]!, p[10]!, p[11]!, p[12]!, p[13]!);
  [s.x, s.y] = [p[12]!, p[13]!];
}

/** seac: an accent over a base letter, both given by their codes in StandardEncoding. */
function accented(s: State, [asb, adx, ady, base, accent]: number[], depth: number): CharstringEnd {
  const start = { x: s.x, y: s.y, bearing: s.bearing };
  const baseCode = s.codes.byStandardCode(base ?? 0);
  const accentCode = s.codes.byStandardCode(accent ?? 0);
  if (!baseCode || !accentCode) return 'broken';
  const part = (code: Uint8Array, x: number, y: number): CharstringEnd => {
    s.stack.length = 0;
    s.passed = [];
    [s.x, s.y] = [x, y];
    const ended = run(code, s, depth + 1);
    if (s.open) s.sink.close();
    s.open = false;
    return ended;
  };
  // hsbw of a part adds its own bearing.
  if (part(baseCode, start.x - start.bearing, start.y) === 'broken') return 'broken';
  // The accent's own bearing is added again by its hsbw.
  const from = start.x - (asb ?? 0) + (adx ?? 0);
  return part(accentCode, from, start.y + (ady ?? 0)) === 'broken' ? 'broken' : 'end';
}

function begin(s: State, x: number, y: number): void {
  s.sink.moveTo(x, y);
  s.open = true;
}

function move(s: State, dx: number, dy: number): void {
  s.x += dx;
  s.y += dy;
  if (s.flex) return;
  if (s.open) s.sink.close();
  begin(s, s.x, s.y);
}

function line(s: State, dx: number, dy: number): void {
  if (!s.open) begin(s, s.x, s.y);
  s.x += dx;
  s.y += dy;
  s.sink.lineTo(s.x, s.y);
}

function curve(s: State, dx1: number, dy1: number, dx2: number, dy2: number, dx3: number, dy3: number): void {
  if (!s.open) begin(s, s.x, s.y);
  const x1 = s.x + dx1;
  const y1 = s.y + dy1;
  const x2 = x1 + dx2;
  const y2 = y1 + dy2;
  s.x = x2 + dx3;
  s.y = y2 + dy3;
  s.sink.curveTo(x1, y1, x2, y2, s.x, s.y);
}
