CREATE TABLE `agreement_consent` (
	`account_id` text NOT NULL,
	`agreement` integer NOT NULL,
	`version` text NOT NULL,
	`language` text NOT NULL,
	`accepted_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `agreement`, `version`)
);
--> statement-breakpoint
CREATE TABLE `captcha` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`answer` text NOT NULL,
	`secret_key` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`answered_at` integer,
	`passed_at` integer,
	`spent_at` integer
);
--> statement-breakpoint
CREATE INDEX `captcha_expires` ON `captcha` (`expires_at`);--> statement-breakpoint
CREATE TABLE `code_ticket` (
	`hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`target` text NOT NULL,
	`expires_at` integer NOT NULL,
	`spent_at` integer
);
--> statement-breakpoint
ALTER TABLE `session` ADD `device_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `session` ADD `network` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `session_device` ON `session` (`device_id`,`account_id`);