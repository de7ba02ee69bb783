import { type PointerEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Drawing } from '#core/drawing.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ToolArt, ToolButton, Tools } from '../signing/signing-side.tsx';
import { drawingOf, type Tool, type UsableSeal } from './places.ts';
import style from './placing.module.css';

interface Props {
  seals: readonly UsableSeal[];
  signature: Drawing | undefined;
  /** False for an enterprise, which uses authorized seals and no drawings. */
  mayDraw: boolean;
  tool: Tool | undefined;
  onTool: (tool: Tool) => void;
  onDraw: () => void;
  /** Called when a tool is dropped at a point of the window. */
  onDrop: (tool: Tool, clientX: number, clientY: number) => void;
}

/** The tools for placing: seals, a signature drawn now, the date. Chosen by click, or dragged onto a page. */
export function ToolList({ seals, signature, mayDraw, tool, onTool, onDraw, onDrop }: Props) {
  const { t } = useTranslation('placing');
  const from = useRef<{ x: number; y: number }>();
  const entry = (key: string, name: string, one: Tool, chosen: boolean) => (
    <ToolButton
      key={key}
      name={name}
      art={<ToolArt drawing={drawingOf(one)} />}
      pressed={chosen}
      style={{ cursor: 'grab', touchAction: 'none' }}
      onClick={() => onTool(one)}
      onPointerDown={(event: PointerEvent<HTMLButtonElement>) => {
        from.current = { x: event.clientX, y: event.clientY };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerUp={({ clientX, clientY }) => {
        const start = from.current;
        if (start && Math.hypot(clientX - start.x, clientY - start.y) > 8) onDrop(one, clientX, clientY);
      }}
    />
  );
  return (
    <section>
      <h2>{t('tools')}</h2>
      {seals.length === 0 && (
        <Notice tone={mayDraw ? 'info' : 'warning'}>{t(mayDraw ? 'noSeal' : 'noSealOfEnterprise')}</Notice>
      )}
      <Tools>
        {seals.map((seal) =>
          entry(
            seal.sealId,
            seal.name,
            { kind: 'seal', seal },
            tool?.kind === 'seal' && tool.seal.sealId === seal.sealId,
          ),
        )}
        {signature &&
          entry(
            'signature',
            t('signature'),
            { kind: 'drawing', drawing: signature },
            tool?.kind === 'drawing',
          )}
        {entry('date', t('date'), { kind: 'date' }, tool?.kind === 'date')}
      </Tools>
      {mayDraw && (
        <Button icon="signature" wide onClick={onDraw}>
          {t('draw')}
        </Button>
      )}
      <p className={style.hint}>{t('hint')}</p>
    </section>
  );
}
