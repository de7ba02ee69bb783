import { useMemo, useRef } from 'react';
import { type WatermarkSetting, watermarkCell } from '#core/config/watermark.ts';
import { classes } from '../ui/classes.ts';
import { useOnTop } from './use-on-top.ts';
import style from './watermark.module.css';

// React 18 does not know the attribute and passes it through unchanged
const isPopover = { popover: 'manual' };

type Props = {
  text: string;
  setting: WatermarkSetting;
  /** Covers the whole window including layers opened in it, not only the parent element. */
  whole?: boolean;
};

/** The pattern of a watermark ([9.25], [9.35a–c]). Ignores the pointer and is hidden from screen readers. */
export function WatermarkLayer({ text, setting, whole = false }: Props) {
  const layer = useRef<HTMLDivElement>(null);
  useOnTop(layer, whole);
  const { svg, width, height, opacity } = useMemo(() => watermarkCell(text, setting), [text, setting]);
  return (
    <div
      {...(whole ? isPopover : {})}
      ref={layer}
      className={classes(style.layer, whole && style.whole)}
      aria-hidden="true"
      data-watermark={text}
      style={{
        opacity,
        backgroundImage: `url("data:image/svg+xml,${encodeURIComponent(svg)}")`,
        backgroundSize: `${width}px ${height}px`,
      }}
    />
  );
}
