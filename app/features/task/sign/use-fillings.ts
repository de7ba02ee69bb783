import { useCallback, useState } from 'react';
import { drawingFits, sealFits } from '#core/task/place-rules.ts';
import type { Filling, Fillings, UsableSeal } from './fillings.ts';
import type { TaskPlacement } from './use-task.ts';

/** The seal for a placement: the chosen one if it fits, for a signature preferably a saved signature. */
export function sealFor(
  { kind }: Pick<TaskPlacement, 'kind'>,
  seals: readonly UsableSeal[],
  chosen: string | undefined,
  ofEnterprise: boolean,
): UsableSeal | undefined {
  const fitting = seals.filter((s) => sealFits(kind, s.category, ofEnterprise));
  return (
    fitting.find((s) => s.sealId === chosen) ??
    fitting.find((s) => kind === 'HANDWRITTEN' && s.category === 'HANDWRITTEN') ??
    fitting[0]
  );
}

/**
 * The current fillings of the signer's own placements, and the seal and signature for the next ones. `board`:
 * placements that wait for a signature not drawn yet; an enterprise uses seals only. `onFilled` is called with the
 * placements that were to be filled.
 */
export function useFillings(
  own: readonly TaskPlacement[],
  seals: readonly UsableSeal[],
  ofEnterprise: boolean,
  onFilled: (places: readonly TaskPlacement[]) => void,
) {
  const [fillings, setFillings] = useState<Fillings>(new Map());
  const [seal, setSeal] = useState(
    () => seals.find((s) => own.some((p) => sealFits(p.kind, s.category, ofEnterprise)))?.sealId,
  );
  const [signature, setSignature] = useState<Filling>();
  const [board, setBoard] = useState<TaskPlacement[] | null>(null);

  /** The default filling of a placement: the chosen seal, or the signature once it is drawn. */
  const fillingFor = (p: TaskPlacement): Filling | undefined => {
    const drawn = drawingFits(p.kind, ofEnterprise) ? signature : undefined;
    if (p.kind === 'HANDWRITTEN' && !ofEnterprise) return drawn;
    const found = sealFor(p, seals, seal, ofEnterprise);
    return found ? { kind: 'seal', seal: found } : drawn;
  };
  const fill = (places: readonly TaskPlacement[], signed?: Filling) => {
    const next = new Map(fillings);
    const unsigned: TaskPlacement[] = [];
    for (const p of places) {
      const mayDraw = drawingFits(p.kind, ofEnterprise);
      const filling = (signed && mayDraw ? signed : undefined) ?? fillingFor(p);
      if (filling) next.set(p.placementId, filling);
      else if (mayDraw) unsigned.push(p);
    }
    setFillings(next);
    onFilled(places);
    if (unsigned.length > 0) setBoard(unsigned);
  };
  const toggle = (p: TaskPlacement) => {
    if (!fillings.has(p.placementId)) return fill([p]);
    const next = new Map(fillings);
    next.delete(p.placementId);
    setFillings(next);
  };
  /** Fills a placement with this seal, replacing its filling; false if this kind of seal is not allowed there. */
  const place = (p: TaskPlacement, sealId: string): boolean => {
    const found = seals.find((s) => s.sealId === sealId);
    if (!found || !sealFits(p.kind, found.category, ofEnterprise)) return false;
    setSeal(sealId);
    setFillings(new Map(fillings).set(p.placementId, { kind: 'seal', seal: found }));
    return true;
  };
  /** Fills the placements with these seals, replacing their fillings. */
  const putAll = useCallback(
    (places: readonly { placementId: string; sealId: string }[]) =>
      setFillings(
        new Map(
          places.flatMap(({ placementId, sealId }) => {
            const found = seals.find((s) => s.sealId === sealId);
            return found ? [[placementId, { kind: 'seal', seal: found }] as const] : [];
          }),
        ),
      ),
    [seals],
  );
  /** Uses the drawn signature for the waiting placements and for later ones. */
  const drawn = (made: Filling) => {
    setSignature(made);
    fill(board ?? [], made);
    setBoard(null);
  };
  return {
    fillings,
    seal,
    setSeal,
    fill,
    toggle,
    place,
    putAll,
    board,
    drawn,
    closeBoard: () => setBoard(null),
  };
}
