CREATE TABLE `quick_file` (
	`id` text PRIMARY KEY NOT NULL,
	`group_id` text NOT NULL,
	`position` integer NOT NULL,
	`name` text NOT NULL,
	`pages` text NOT NULL,
	`revision` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `quick_file_place` ON `quick_file` (`group_id`,`position`);--> statement-breakpoint
CREATE TABLE `quick_group` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_key` text NOT NULL,
	`creator_id` text NOT NULL,
	`name` text NOT NULL,
	`business_type` text NOT NULL,
	`business_type_name` text NOT NULL,
	`file_type` text NOT NULL,
	`file_num` integer NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	`signed_at` integer,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `quick_group_owner` ON `quick_group` (`owner_key`,`created_at`);