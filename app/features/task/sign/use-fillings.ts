import { useState } from 'react';
import { type Filling, type Fillings, sealFits, type UsableSeal } from './fillings.ts';
import type { TaskPlacement } from './use-task.ts';

/**
 * What the signer's own places hold so far, and the seal and the signature that the next ones get. `board`: places that
 * wait for a signature that was not drawn yet. `onFilled` hears of the places that were to be filled.
 */
export function useFillings(
  own: readonly TaskPlacement[],
  seals: readonly UsableSeal[],
  onFilled: (places: readonly TaskPlacement[]) => void,
) {
  const [fillings, setFillings] = useState<Fillings>(new Map());
  const [seal, setSeal] = useState(
    () => seals.find((s) => own.some((p) => sealFits(p.kind, s.category)))?.sealId,
  );
  const [signature, setSignature] = useState<Filling>();
  const [board, setBoard] = useState<TaskPlacement[] | null>(null);

  /** What a place gets without asking: the chosen seal, or the signature once it is drawn. */
  const fillingFor = (p: TaskPlacement): Filling | undefined => {
    if (p.kind === 'HANDWRITTEN' && signature) return signature;
    const chosen =
      seals.find((s) => s.sealId === seal && sealFits(p.kind, s.category)) ??
      seals.find((s) => sealFits(p.kind, s.category));
    if (chosen && p.kind !== 'HANDWRITTEN') return { kind: 'seal', seal: chosen };
    return signature && p.kind !== 'ENT_SEAL' ? signature : undefined;
  };
  const fill = (places: readonly TaskPlacement[], signed?: Filling) => {
    const next = new Map(fillings);
    const unsigned: TaskPlacement[] = [];
    for (const p of places) {
      const filling = (signed && p.kind !== 'ENT_SEAL' ? signed : undefined) ?? fillingFor(p);
      if (filling) next.set(p.placementId, filling);
      else unsigned.push(p);
    }
    setFillings(next);
    onFilled(places);
    if (unsigned.some((p) => p.kind !== 'ENT_SEAL')) setBoard(unsigned.filter((p) => p.kind !== 'ENT_SEAL'));
  };
  const toggle = (p: TaskPlacement) => {
    if (!fillings.has(p.placementId)) return fill([p]);
    const next = new Map(fillings);
    next.delete(p.placementId);
    setFillings(next);
  };
  /** Takes the signature that was drawn for the places that waited for it, and for those to come. */
  const drawn = (made: Filling) => {
    setSignature(made);
    fill(board ?? [], made);
    setBoard(null);
  };
  return { fillings, seal, setSeal, fill, toggle, board, drawn, closeBoard: () => setBoard(null) };
}
