import type { WatermarkPlan } from '#core/pdf/prepare/plan.ts';
import type { Plan } from './plan.ts';

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
export const plannedWatermark = (task: DraftWatermark): NonNullable<Plan['watermark']> => ({
  type: 'txt',
  text: task.watermarkText,
  fontSize: task.watermarkFontSize,
  ratation: task.watermarkAngle,
  opacity: task.watermarkOpacity,
  verticalSpace: 40,
  tabCount: 4,
});

/** A planned watermark as the engines want it: opacity from 0 to 1, spacing in mm. */
export const watermarkOf = (watermark: NonNullable<Plan['watermark']>): WatermarkPlan => ({
  text: watermark.text,
  fontSize: watermark.fontSize,
  rotation: watermark.ratation,
  opacity: watermark.opacity / 100,
  spacingY: watermark.verticalSpace,
  spacingX: watermark.tabCount * TAB_MM,
});

/** How a draft's watermark will look. */
export const watermarkLook = (task: DraftWatermark): WatermarkPlan => watermarkOf(plannedWatermark(task));
