import { type PointerEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Drawing } from '#core/drawing.ts';
import frame from '../../stage/signing.module.css';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { DrawingView } from '../../ui/drawing-view.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Tool, UsableSeal } from './places.ts';
import style from './quicksign.module.css';

interface Props {
  seals: readonly UsableSeal[];
  signature: Drawing | undefined;
  /** An enterprise puts authorized seals on its files, and no drawing. */
  mayDraw: boolean;
  tool: Tool | undefined;
  onTool: (tool: Tool) => void;
  onDraw: () => void;
  /** Let go at a point of the window, after a drag. */
  onDrop: (tool: Tool, clientX: number, clientY: number) => void;
}

/** What may be put on the pages: seals, a signature drawn now, the date. Chosen by click, or dragged onto a page. */
export function ToolList({ seals, signature, mayDraw, tool, onTool, onDraw, onDrop }: Props) {
  const { t } = useTranslation('quicksign');
  const from = useRef<{ x: number; y: number }>();
  const entry = (key: string, name: string, one: Tool, chosen: boolean, drawing?: Drawing) => (
    <button
      key={key}
      type="button"
      className={classes(frame.tool, style.tool)}
      aria-pressed={chosen}
      onClick={() => onTool(one)}
      onPointerDown={(event: PointerEvent<HTMLButtonElement>) => {
        from.current = { x: event.clientX, y: event.clientY };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerUp={({ clientX, clientY }) => {
        const start = from.current;
        if (start && Math.hypot(clientX - start.x, clientY - start.y) > 8) onDrop(one, clientX, clientY);
      }}
    >
      {drawing ? (
        <span className={frame.toolArt} aria-hidden="true">
          <DrawingView drawing={drawing} label="" className={style.drawing} />
        </span>
      ) : (
        <span className={frame.toolArt}>
          <Icon name="calendar" size={28} />
        </span>
      )}
      <span className={frame.toolName}>{name}</span>
    </button>
  );
  return (
    <section>
      <h2>{t('tools')}</h2>
      {seals.length === 0 && (
        <Notice tone={mayDraw ? 'info' : 'warning'}>{t(mayDraw ? 'noSeal' : 'noSealOfEnterprise')}</Notice>
      )}
      <div className={frame.tools}>
        {seals.map((seal) =>
          entry(
            seal.sealId,
            seal.name,
            { kind: 'seal', seal },
            tool?.kind === 'seal' && tool.seal.sealId === seal.sealId,
            seal.drawing as Drawing,
          ),
        )}
        {signature &&
          entry(
            'signature',
            t('signature'),
            { kind: 'drawing', drawing: signature },
            tool?.kind === 'drawing',
            signature,
          )}
        {entry('date', t('date'), { kind: 'date' }, tool?.kind === 'date')}
      </div>
      {mayDraw && (
        <Button icon="signature" wide onClick={onDraw}>
          {t('draw')}
        </Button>
      )}
      <p className={style.hint}>{t('hint')}</p>
    </section>
  );
}
