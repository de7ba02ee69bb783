CREATE TABLE `seal_grant` (
	`seal_id` text NOT NULL,
	`account_id` text NOT NULL,
	`level` text NOT NULL,
	`granted_by` text NOT NULL,
	`granted_at` integer NOT NULL,
	PRIMARY KEY(`seal_id`, `account_id`)
);
--> statement-breakpoint
CREATE INDEX `seal_grant_account` ON `seal_grant` (`account_id`);--> statement-breakpoint
CREATE TABLE `seal_record` (
	`id` text PRIMARY KEY NOT NULL,
	`seal_id` text NOT NULL,
	`at` integer NOT NULL,
	`record` text NOT NULL,
	`operator_id` text NOT NULL,
	`operator` text NOT NULL,
	`remark` text DEFAULT '' NOT NULL,
	`task_id` text DEFAULT '' NOT NULL,
	`task_name` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `seal_record_seal` ON `seal_record` (`seal_id`,`at`);--> statement-breakpoint
CREATE TABLE `seal_ukey` (
	`seal_id` text NOT NULL,
	`serial` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`seal_id`, `serial`)
);
--> statement-breakpoint
ALTER TABLE `seal` ADD `picture` text;--> statement-breakpoint
ALTER TABLE `seal` ADD `certificate_update` text DEFAULT 'NONE' NOT NULL;--> statement-breakpoint
ALTER TABLE `seal` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `seal_name` ON `seal` (`owner_key`,`name`) WHERE deleted_at is null;