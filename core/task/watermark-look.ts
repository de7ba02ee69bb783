import type { WatermarkPlan } from '#core/pdf/prepare/plan.ts';
import type { PlanWatermark } from './plan.ts';

/** mm between repetitions that one tab of the plan stands for. */
const TAB_MM = 8;

/** A watermark as a draft keeps it: size in points, angle in degrees counter-clockwise, opacity in percent. */
export interface DraftWatermark {
  watermarkText: string;
  watermarkFontSize: number;
  watermarkAngle: number;
  watermarkOpacity: number;
}

/** How a draft's watermark is sent. */
export const plannedWatermark = (task: DraftWatermark): PlanWatermark => ({
  type: 'txt',
  text: task.watermarkText,
  fontSize: task.watermarkFontSize,
  rotation: task.watermarkAngle,
  opacity: task.watermarkOpacity,
  verticalSpace: 40,
  tabCount: 4,
});

/** A planned watermark as the engines want it: opacity from 0 to 1, spacing in mm. */
export const watermarkOf = (watermark: PlanWatermark): WatermarkPlan => ({
  text: watermark.text,
  fontSize: watermark.fontSize,
  rotation: watermark.rotation,
  opacity: watermark.opacity / 100,
  spacingY: watermark.verticalSpace,
  spacingX: watermark.tabCount * TAB_MM,
});

/** How a draft's watermark will look. */
export const watermarkLook = (task: DraftWatermark): WatermarkPlan => watermarkOf(plannedWatermark(task));
