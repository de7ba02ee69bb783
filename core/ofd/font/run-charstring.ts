import type { OutlineSink } from './outline.ts';

export interface Subroutines {
  global(index: number): Uint8Array | undefined;
  globalBias: number;
  local(index: number): Uint8Array | undefined;
  localBias: number;
}

/** Limits for one glyph: nested calls, operators, operands on the stack. */
const MOST_DEPTH = 12;
const MOST_STEPS = 100_000;
const MOST_OPERANDS = 192;
/** Work units per step. */
const STEP = 2;

interface State {
  stack: number[];
  x: number;
  y: number;
  open: boolean;
  stems: number;
  widthRead: boolean;
  steps: number;
  sink: OutlineSink;
}

/**
 * Runs a Type 2 charstring (Adobe TN 5177) and draws its outline. The arithmetic operators, which no known font uses,
 * drop their operands. Returns false if the charstring is broken; the part already drawn stays.
 */
export function runCharString(code: Uint8Array, sink: OutlineSink, subroutines: Subroutines): boolean {
  const state: State = { stack: [], x: 0, y: 0, open: false, stems: 0, widthRead: false, steps: 0, sink };
  const ended = run(code, state, subroutines, 0);
  if (state.open) sink.close();
  sink.spend?.(state.steps * STEP);
  return ended !== 'broken';
}

function run(code: Uint8Array, s: State, subs: Subroutines, depth: number): 'return' | 'end' | 'broken' {
  if (depth > MOST_DEPTH) return 'broken';
  const { stack } = s;
  for (let at = 0; at < code.length; ) {
    if (++s.steps > MOST_STEPS || stack.length > MOST_OPERANDS) return 'broken';
    const b = code[at++]!;
    if (b >= 32 || b === 28) {
      if (b === 28) {
        stack.push((((code[at] ?? 0) << 24) >> 16) | (code[at + 1] ?? 0));
        at += 2;
      } else if (b <= 246) stack.push(b - 139);
      else if (b <= 250) stack.push((b - 247) * 256 + (code[at++] ?? 0) + 108);
      else if (b <= 254) stack.push(-(b - 251) * 256 - (code[at++] ?? 0) - 108);
      else {
        const integer = (((code[at] ?? 0) << 24) >> 16) | (code[at + 1] ?? 0);
        stack.push(integer + (((code[at + 2] ?? 0) << 8) | (code[at + 3] ?? 0)) / 65536);
        at += 4;
      }
      continue;
    }
    if (b === 10 || b === 29) {
      const index = (stack.pop() ?? 0) + (b === 10 ? subs.localBias : subs.globalBias);
      const subroutine = b === 10 ? subs.local(index) : subs.global(index);
      if (!subroutine) return 'broken';
      const ended = run(subroutine, s, subs, depth + 1);
      if (ended !== 'return') return ended;
      continue;
    }
    if (b === 11) return 'return';
    if (b === 14) return 'end';
    if (b === 19 || b === 20) {
      takeWidth(s, stack.length % 2 === 1);
      s.stems += stack.length >> 1;
      stack.length = 0;
      at += (s.stems + 7) >> 3;
      continue;
    }
    if (b === 12) flex(code[at++] ?? 0, s);
    else drawOperator(b, s);
    stack.length = 0;
  }
  return 'return';
}

/** The first stack-clearing operator may be preceded by the glyph's width. */
function takeWidth(s: State, present: boolean): void {
  if (!s.widthRead && present) s.stack.shift();
  s.widthRead = true;
}

function drawOperator(b: number, s: State): void {
  const { stack } = s;
  switch (b) {
    case 1:
    case 3:
    case 18:
    case 23:
      takeWidth(s, stack.length % 2 === 1);
      s.stems += stack.length >> 1;
      break;
    case 21:
      takeWidth(s, stack.length > 2);
      move(s, stack[0] ?? 0, stack[1] ?? 0);
      break;
    case 22:
      takeWidth(s, stack.length > 1);
      move(s, stack[0] ?? 0, 0);
      break;
    case 4:
      takeWidth(s, stack.length > 1);
      move(s, 0, stack[0] ?? 0);
      break;
    case 5:
      for (let i = 0; i + 1 < stack.length; i += 2) line(s, stack[i]!, stack[i + 1]!);
      break;
    case 6:
    case 7:
      for (let i = 0; i < stack.length; i++) {
        const horizontal = (b === 6) === (i % 2 === 0);
        line(s, horizontal ? stack[i]! : 0, horizontal ? 0 : stack[i]!);
      }
      break;
    case 8:
    case 24: {
      const curves = b === 24 ? stack.length - 2 : stack.length;
      let i = 0;
      for (; i + 5 < curves || (b === 8 && i + 6 <= curves); i += 6) curveFrom(s, i);
      if (b === 24) line(s, stack[i] ?? 0, stack[i + 1] ?? 0);
      break;
    }
    case 25: {
      let i = 0;
      for (; i + 8 <= stack.length; i += 2) line(s, stack[i]!, stack[i + 1]!);
      curveFrom(s, i);
      break;
    }
    case 26:
    case 27:
      parallelCurves(s, b === 26);
      break;
    case 30:
    case 31:
      alternatingCurves(s, b === 31);
      break;
    default:
      break;
  }
}

function move(s: State, dx: number, dy: number): void {
  if (s.open) s.sink.close();
  s.x += dx;
  s.y += dy;
  s.sink.moveTo(s.x, s.y);
  s.open = true;
}

function line(s: State, dx: number, dy: number): void {
  if (!s.open) move(s, 0, 0);
  s.x += dx;
  s.y += dy;
  s.sink.lineTo(s.x, s.y);
}

function curve(s: State, dx1: number, dy1: number, dx2: number, dy2: number, dx3: number, dy3: number): void {
  if (!s.open) move(s, 0, 0);
  const x1 = s.x + dx1;
  const y1 = s.y + dy1;
  const x2 = x1 + dx2;
  const y2 = y1 + dy2;
  s.x = x2 + dx3;
  s.y = y2 + dy3;
  s.sink.curveTo(x1, y1, x2, y2, s.x, s.y);
}

function curveFrom(s: State, i: number): void {
  const v = (k: number) => s.stack[i + k] ?? 0;
  curve(s, v(0), v(1), v(2), v(3), v(4), v(5));
}

/** vvcurveto and hhcurveto: curves that begin and end in the same direction. */
function parallelCurves(s: State, vertical: boolean): void {
  const v = (k: number) => s.stack[k] ?? 0;
  let i = 0;
  let cross = s.stack.length % 4 === 1 ? v(i++) : 0;
  for (; i + 4 <= s.stack.length; i += 4) {
    if (vertical) curve(s, cross, v(i), v(i + 1), v(i + 2), 0, v(i + 3));
    else curve(s, v(i), cross, v(i + 1), v(i + 2), v(i + 3), 0);
    cross = 0;
  }
}

/** vhcurveto and hvcurveto: curves that begin along one axis and end along the other, alternately. */
function alternatingCurves(s: State, startsHorizontal: boolean): void {
  const v = (k: number) => s.stack[k] ?? 0;
  let horizontal = startsHorizontal;
  for (let i = 0; i + 4 <= s.stack.length; i += 4) {
    const last = s.stack.length - i === 5 ? v(i + 4) : 0;
    if (horizontal) curve(s, v(i), 0, v(i + 1), v(i + 2), last, v(i + 3));
    else curve(s, 0, v(i), v(i + 1), v(i + 2), v(i + 3), last);
    horizontal = !horizontal;
  }
}

function flex(b: number, s: State): void {
  const v = (k: number) => s.stack[k] ?? 0;
  if (b === 35) {
    curveFrom(s, 0);
    curveFrom(s, 6);
  } else if (b === 34) {
    curve(s, v(0), 0, v(1), v(2), v(3), 0);
    curve(s, v(4), 0, v(5), -v(2), v(6), 0);
  } else if (b === 36) {
    curve(s, v(0), v(1), v(2), v(3), v(4), 0);
    curve(s, v(5), 0, v(6), v(7), v(8), -(v(1) + v(3) + v(7)));
  } else if (b === 37) {
    const dx = v(0) + v(2) + v(4) + v(6) + v(8);
    const dy = v(1) + v(3) + v(5) + v(7) + v(9);
    const horizontal = Math.abs(dx) > Math.abs(dy);
    curve(s, v(0), v(1), v(2), v(3), v(4), v(5));
    curve(s, v(6), v(7), v(8), v(9), horizontal ? v(10) : -dx, horizontal ? -dy : v(10));
  }
}
