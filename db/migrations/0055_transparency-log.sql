CREATE TABLE `log_checkpoint` (
	`size` integer PRIMARY KEY NOT NULL,
	`root` text NOT NULL,
	`note` text NOT NULL,
	`token` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `log_key` (
	`id` text PRIMARY KEY NOT NULL,
	`origin` text NOT NULL,
	`public_key` text NOT NULL,
	`key_id` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `log_leaf` (
	`task_id` text NOT NULL,
	`seq` integer NOT NULL,
	`salt` text NOT NULL,
	`position` integer,
	`leaf` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`task_id`, `seq`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `log_leaf_position` ON `log_leaf` (`position`);--> statement-breakpoint
CREATE INDEX `log_leaf_waiting` ON `log_leaf` (`task_id`,`seq`) WHERE position is null;--> statement-breakpoint
-- Lines that were written before there was a log wait for their places too.
INSERT INTO `log_leaf` (`task_id`, `seq`, `salt`) SELECT `task_id`, `seq`, lower(hex(randomblob(32))) FROM `trail`;
