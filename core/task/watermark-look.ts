import type { WatermarkSpec } from '#core/pdf/prepare/spec.ts';
import type { PlanWatermark } from './plan.ts';

/** mm between repetitions per tab of the plan. */
const TAB_MM = 8;

/** A watermark as stored in a draft: size in points, angle in degrees counter-clockwise, opacity in percent. */
export interface DraftWatermark {
  watermarkText: string;
  watermarkFontSize: number;
  watermarkAngle: number;
  watermarkOpacity: number;
}

/** Converts a draft's watermark to the plan's. */
export const plannedWatermark = (task: DraftWatermark): PlanWatermark => ({
  type: 'txt',
  text: task.watermarkText,
  fontSize: task.watermarkFontSize,
  rotation: task.watermarkAngle,
  opacity: task.watermarkOpacity,
  verticalSpace: 40,
  tabCount: 4,
});

/** Converts a plan's watermark to the engines' format: opacity from 0 to 1, spacing in mm. */
export const watermarkOf = (watermark: PlanWatermark): WatermarkSpec => ({
  text: watermark.text,
  fontSize: watermark.fontSize,
  rotation: watermark.rotation,
  opacity: watermark.opacity / 100,
  spacingY: watermark.verticalSpace,
  spacingX: watermark.tabCount * TAB_MM,
});

/** Appearance of a draft's watermark. */
export const watermarkLook = (task: DraftWatermark): WatermarkSpec => watermarkOf(plannedWatermark(task));
