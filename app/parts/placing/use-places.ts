import { type RefObject, useState } from 'react';
import type { StageHandle } from '../../stage/document-stage.tsx';
import { freeSpot } from '../../stage/free-spot.ts';
import { clampTo } from '../../stage/on-page.ts';
import {
  overlapOf,
  type Place,
  type PlaceDocument,
  type SignaturePlace,
  sizeOf,
  type Tool,
  wireOf,
} from './places.ts';

const newKey = () => crypto.randomUUID().replaceAll('-', '').slice(0, 20);

/** The placements on files, and operations on them; `document` is the one on the stage. */
export function usePlaces(
  documents: readonly PlaceDocument[],
  document: PlaceDocument,
  stage: RefObject<StageHandle>,
  signed: readonly SignaturePlace[] = [],
) {
  const [places, setPlaces] = useState<Place[]>([]);
  const [selectedId, select] = useState<string>();
  const { documentId } = document;
  const put = (changed: Place) =>
    setPlaces((old) => old.map((p) => (p.placementId === changed.placementId ? changed : p)));
  const remove = (gone: Place) => setPlaces((old) => old.filter((p) => p.placementId !== gone.placementId));
  /** Places it centred at the point, or in the centre of the visible part of the page. */
  const add = (tool: Tool, at?: { page: number; x: number; y: number }) => {
    const middle = at ?? stage.current?.middle() ?? { page: 0, x: 0, y: 0 };
    const page = document.pages[middle.page]!;
    const size = sizeOf(tool);
    const place: Place = {
      placementId: newKey(),
      documentId,
      tool,
      spread: 'ONE',
      page: middle.page + 1,
      x: middle.x - size.width / 2,
      y: middle.y - size.height / 2,
      ...size,
    };
    setPlaces((old) => {
      const taken = [
        ...signed.filter((p) => p.documentId === documentId),
        ...old.filter((p) => p.documentId === documentId).map((p) => wireOf(p, document.pages.length)),
      ];
      const { kind } = wireOf(place, document.pages.length);
      const { x, y } = freeSpot({ ...clampTo(page, place), kind }, taken, document.pages);
      return [...old, { ...place, x, y }];
    });
    select(place.placementId);
  };
  return {
    places,
    selected: places.find((p) => p.placementId === selectedId && p.documentId === documentId),
    select,
    put,
    add,
    remove,
    /** The first file that has no placement other than dates. */
    without: documents.find(
      (d) => !places.some((p) => p.documentId === d.documentId && p.tool.kind !== 'date'),
    ),
    overlap: overlapOf(places, documents, signed),
  };
}

export type Placing = ReturnType<typeof usePlaces>;
