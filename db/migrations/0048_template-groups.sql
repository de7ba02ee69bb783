CREATE TABLE `template_group` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_key` text NOT NULL,
	`owner_type` text NOT NULL,
	`name` text NOT NULL,
	`business_type` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_by` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `template_group_name` ON `template_group` (`owner_key`,`name`);--> statement-breakpoint
CREATE TABLE `template_group_member` (
	`group_id` text NOT NULL,
	`template_id` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`group_id`, `template_id`)
);
--> statement-breakpoint
CREATE INDEX `template_group_member_template` ON `template_group_member` (`template_id`);