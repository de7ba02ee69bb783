import { useCallback, useState } from 'react';
import { drawingFits, sealFits } from '#core/task/place-rules.ts';
import type { Filling, Fillings, UsableSeal } from './fillings.ts';
import type { TaskPlacement } from './use-task.ts';

/** The seal for a place: the chosen one where it fits, at a place for a signature a saved signature first. */
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
 * What the signer's own places hold so far, and the seal and the signature that the next ones get. `board`: places that
 * wait for a signature that was not drawn yet; an enterprise fills its places with seals alone. `onFilled` hears of the
 * places that were to be filled.
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

  /** What a place gets without asking: the chosen seal, or the signature once it is drawn. */
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
  /** Puts this seal at a place, whatever stood there; false where seals of its kind may not stand there. */
  const place = (p: TaskPlacement, sealId: string): boolean => {
    const found = seals.find((s) => s.sealId === sealId);
    if (!found || !sealFits(p.kind, found.category, ofEnterprise)) return false;
    setSeal(sealId);
    setFillings(new Map(fillings).set(p.placementId, { kind: 'seal', seal: found }));
    return true;
  };
  /** Puts these seals at their places, whatever stood there. */
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
  /** Takes the signature that was drawn for the places that waited for it, and for those to come. */
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
