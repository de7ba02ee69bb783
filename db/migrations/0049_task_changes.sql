CREATE TABLE `table_views` (
	`key` text PRIMARY KEY NOT NULL,
	`views` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sign_batch` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`ent_id` text NOT NULL,
	`digest` text NOT NULL,
	`method` text DEFAULT '' NOT NULL,
	`session_id` text DEFAULT '' NOT NULL,
	`good_until` integer DEFAULT 0 NOT NULL,
	`opened_at` integer NOT NULL,
	`closed_at` integer
);
--> statement-breakpoint
CREATE INDEX `sign_batch_account` ON `sign_batch` (`account_id`,`ent_id`,`opened_at`);--> statement-breakpoint
CREATE INDEX `sign_batch_opened` ON `sign_batch` (`opened_at`);--> statement-breakpoint
CREATE TABLE `sign_batch_item` (
	`batch_id` text NOT NULL,
	`task_id` text NOT NULL,
	`position` integer NOT NULL,
	`seen` text NOT NULL,
	`fillings` text NOT NULL,
	`state` text DEFAULT 'WAITING' NOT NULL,
	`problem` text,
	PRIMARY KEY(`batch_id`, `task_id`)
);
--> statement-breakpoint
ALTER TABLE `task` ADD `reminded_at` integer;--> statement-breakpoint
ALTER TABLE `task` ADD `void_state` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `task` ADD `void_task_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `task` ADD `voids` text DEFAULT '' NOT NULL;