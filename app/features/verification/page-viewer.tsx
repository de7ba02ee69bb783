import { useCallback, useRef } from 'react';
import type { SignaturePlace } from '#core/verification/find-places.ts';
import { DocumentStage, type StageHandle } from '../../stage/document-stage.tsx';
import type { PageSource } from '../../stage/page-source.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { PlaceMark } from './place-mark.tsx';
import style from './verification.module.css';

type Props = {
  title: string;
  source: PageSource;
  places: readonly SignaturePlace[];
  /** Signer by signature name. */
  titles: ReadonlyMap<string, string>;
  /** The place to scroll to first; null for the first page. */
  at: SignaturePlace | null;
  onClose: () => void;
};

/** The complete file, with a frame around every signature. */
export function PageViewer({ title, source, places, titles, at, onClose }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const arrived = useRef(at === null);
  // The stage passes a new handle once it knows its size; before, it has no pages to scroll to.
  const handle = useCallback(
    (stage: StageHandle | null) => {
      if (!stage || !at || arrived.current || !frame.current?.querySelector('[data-page]')) return;
      arrived.current = true;
      stage.goTo(at.page - 1, at.y);
    },
    [at],
  );
  return (
    <Dialog open onClose={onClose} title={title} width="full">
      <div ref={frame} className={style.viewer}>
        <DocumentStage
          source={source}
          label={title}
          handle={handle}
          overlay={(index, pxPerMm) =>
            places
              .filter(({ page }) => page === index + 1)
              .map((place) => (
                <PlaceMark
                  key={`${place.name} ${place.x} ${place.y}`}
                  place={place}
                  pxPerMm={pxPerMm}
                  title={titles.get(place.name) ?? place.name}
                />
              ))
          }
        />
      </div>
    </Dialog>
  );
}
