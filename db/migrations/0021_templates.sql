CREATE TABLE `template` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_key` text NOT NULL,
	`owner_type` text NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`business_type` text NOT NULL,
	`scene` text NOT NULL,
	`status` text DEFAULT 'DRAFT' NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_by` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `template_name` ON `template` (`owner_key`,`name`);--> statement-breakpoint
CREATE TABLE `template_grant` (
	`template_id` text NOT NULL,
	`ent_id` text NOT NULL,
	`level` text NOT NULL,
	`granted_by` text NOT NULL,
	`granted_at` integer NOT NULL,
	PRIMARY KEY(`template_id`, `ent_id`)
);
--> statement-breakpoint
CREATE INDEX `template_grant_ent` ON `template_grant` (`ent_id`);