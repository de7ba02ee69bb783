CREATE TABLE `seal_use` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`task_id` text NOT NULL,
	`signer_id` text NOT NULL,
	`applicant_id` text NOT NULL,
	`by_holder` integer NOT NULL,
	`reason` text NOT NULL,
	`seals` text NOT NULL,
	`fillings` text NOT NULL,
	`values_sealed` text DEFAULT '' NOT NULL,
	`digest` text NOT NULL,
	`state` text NOT NULL,
	`stamped_by` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE INDEX `seal_use_signer` ON `seal_use` (`task_id`,`signer_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `seal_use_state` ON `seal_use` (`state`);--> statement-breakpoint
CREATE UNIQUE INDEX `seal_use_running` ON `seal_use` (`signer_id`) WHERE state in ('REVIEWING', 'TO_STAMP');--> statement-breakpoint
ALTER TABLE `seal` ADD `needs_approval` integer DEFAULT false NOT NULL;