CREATE TABLE `auto_sign` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`seal_id` text NOT NULL,
	`business_types` text,
	`sender_roles` text,
	`daily_limit` integer NOT NULL,
	`until` integer NOT NULL,
	`agreement` text NOT NULL,
	`language` text NOT NULL,
	`digest` text NOT NULL,
	`method` text NOT NULL,
	`opened_by` text NOT NULL,
	`opened_at` integer NOT NULL,
	`ended_by` text DEFAULT '' NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE INDEX `auto_sign_enterprise` ON `auto_sign` (`enterprise_id`,`opened_at`);--> statement-breakpoint
CREATE INDEX `auto_sign_seal` ON `auto_sign` (`seal_id`,`ended_at`);--> statement-breakpoint
CREATE TABLE `auto_sign_use` (
	`opening_id` text NOT NULL,
	`signer_id` text NOT NULL,
	`task_id` text NOT NULL,
	`signed_at` integer NOT NULL,
	PRIMARY KEY(`opening_id`, `signer_id`)
);
--> statement-breakpoint
CREATE INDEX `auto_sign_use_day` ON `auto_sign_use` (`opening_id`,`signed_at`);--> statement-breakpoint
ALTER TABLE `signer` ADD `auto_seal_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `signer` ADD `auto_problem` text;